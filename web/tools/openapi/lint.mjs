// Lints the server's OpenAPI document, or the file that is named; a warning fails like an error. No linter asks the network.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? here("../../../api/openapi.json");
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const linters = [
  ["redocly", "lint", "--config", here("redocly.yaml"), "--lint-config", "error", "--format", "stylish", file],
  ["spectral", "lint", "--ruleset", here("spectral.yaml"), "--fail-severity", "hint", file],
];

const results = await Promise.allSettled(linters.map(([name, ...options]) => run(name, options, { env })));
for (const [at, { reason }] of results.entries()) {
  if (!reason) continue;
  console.error(reason.stdout || reason.stderr || reason.message);
  console.error(`${linters[at][0]} refuses ${file}.`);
  process.exitCode = 1;
}
console.log(
  process.exitCode
    ? "Mend what the handlers in crates/app say of their calls, then `make api`."
    : "The document passes Redocly and Spectral without a warning.",
);
