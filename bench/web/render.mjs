// How long the renderer takes for a mail, beside MJML with the same content. Prints one JSON row of the table a line.
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const require = createRequire(join(web, "package.json"));
const rounds = Number(process.argv[2] ?? 3);
const sizes = [10, 100, 300];

const load = (name) => import(pathToFileURL(require.resolve(name)).href);

/** The renderer as it runs in the browser, in one file. */
async function renderer() {
  const { build } = await load("vite");
  const folder = await mkdtemp(join(tmpdir(), "letterpress-bench-"));
  await build({
    root: web,
    configFile: false,
    logLevel: "error",
    build: { outDir: folder, lib: { entry: join(web, "src/email/index.ts"), formats: ["es"], fileName: "email" } },
  });
  const email = await import(pathToFileURL(join(folder, "email.js")).href);
  await rm(folder, { recursive: true });
  return email;
}

const words = "A paragraph of the length that people write, with a link and a word in bold for good measure.";
const picture = "https://example.com/images/picture.png";

/** The same four blocks over and over. */
function ours(count) {
  const kinds = [
    { type: "heading", level: 2, content: "A heading" },
    { type: "text", content: `<p>${words} <a href="https://example.com/">Read on</a></p>` },
    { type: "button", text: "Read the story", href: "https://example.com/story", variant: "primary" },
    { type: "image", src: picture, alt: "A picture", width: 520 },
  ];
  const blocks = Array.from({ length: count }, (_, at) => ({ id: `b${at}`, ...kinds[at % kinds.length] }));
  return { name: "Bench", subject: "Bench", preheader: "", theme: {}, blocks };
}

function theirs(count) {
  const kinds = [
    '<mj-text font-size="28px" line-height="1.2"><h2>A heading</h2></mj-text>',
    `<mj-text font-size="16px" line-height="1.6"><p>${words} <a href="https://example.com/">Read on</a></p></mj-text>`,
    '<mj-button href="https://example.com/story" background-color="#007bff">Read the story</mj-button>',
    `<mj-image src="${picture}" alt="A picture" width="520px" />`,
  ];
  const sections = Array.from(
    { length: count },
    (_, at) => `<mj-section><mj-column>${kinds[at % kinds.length]}</mj-column></mj-section>`,
  );
  return `<mjml><mj-head><mj-attributes><mj-all font-family="Arial" /></mj-attributes></mj-head><mj-body>${sections.join("")}</mj-body></mjml>`;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Milliseconds of one call, the median of many. */
async function time(call, times) {
  const all = [];
  for (let at = 0; at < times; at++) {
    const start = performance.now();
    await call();
    all.push(performance.now() - start);
  }
  return median(all);
}

const { renderDocument } = await renderer();
const mjml = (await load("mjml")).default;
for (const size of sizes) {
  const document = ours(size);
  const source = theirs(size);
  const mine = [];
  const other = [];
  for (let round = 0; round < rounds + 1; round++) {
    // A fresh copy each time, so that nothing remembered from the call before helps.
    const a = await time(() => renderDocument(structuredClone(document)), 30);
    const b = await time(() => mjml(source), 5);
    // The first round warms both up.
    if (round > 0) {
      mine.push(a);
      other.push(b);
    }
  }
  const bytes = Buffer.byteLength(renderDocument(document));
  const theirBytes = Buffer.byteLength((await mjml(source)).html);
  const kb = (count) => `${(count / 1024).toFixed(1)} KB`;
  console.log(
    JSON.stringify([
      `mail of ${size} blocks`,
      `${median(mine).toFixed(2)} ms, ${kb(bytes)}`,
      `MJML ${median(other).toFixed(1)} ms, ${kb(theirBytes)}`,
      `${Math.round((median(mine) / median(other)) * 100)} % of the time, ${Math.round((bytes / theirBytes) * 100)} % of the bytes`,
      size === 100 ? "≤ 3 ms, ≤ 80 KB" : "",
    ]),
  );
}
