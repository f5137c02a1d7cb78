// Prints every text of the dashboard, catalogue by catalogue, to be read in one sitting: npm run words [-- FOLDER]
import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

const root = new URL("../src/", import.meta.url);
const only = process.argv[2] ?? "";
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)words\.ts$/.test(file) && file.startsWith(only))
  .sort();

let count = 0;
for (const file of files) {
  const code = readFileSync(new URL(file, root), "utf8");
  const say = parseSync(file, code)
    .program.body.flatMap((one) => one.declaration?.declarations ?? [])
    .find(({ id }) => id.name === "say");
  if (!say) continue;
  console.log(`\n${file}`);
  for (const { key, value } of say.init.properties) {
    const text = value.type === "Literal" ? value.value : code.slice(value.start, value.end).replace(/\s+/g, " ");
    console.log(`  ${key.name}: ${text}`);
    count += 1;
  }
}
console.log(`\n${count} texts in ${files.length} catalogues`);
