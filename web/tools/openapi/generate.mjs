// Writes src/api/schema.gen.ts from the server's committed OpenAPI document, or with --check tells whether it is current.
// A workspace of its own because openapi-typescript needs the TypeScript 5 compiler API.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const source = new URL("../../../api/openapi.json", import.meta.url);
const target = new URL("../../src/api/schema.gen.ts", import.meta.url);
const check = process.argv.includes("--check");

if (!existsSync(source)) {
  console.log("api/openapi.json is not there yet; nothing to do.");
  process.exit(0);
}

const head = "// Generated from api/openapi.json by `npm run gen:api`. Do not edit.\n\n";
const text = head + astToString(await openapiTS(source, { alphabetize: true }));

if (!check) {
  writeFileSync(target, text);
  console.log("Wrote src/api/schema.gen.ts.");
} else if (existsSync(target) && readFileSync(target, "utf8") === text) {
  console.log("src/api/schema.gen.ts is current.");
} else {
  console.error("src/api/schema.gen.ts is out of date; run `npm run gen:api`.");
  process.exit(1);
}
