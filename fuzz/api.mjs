// Asks a fresh server whatever its OpenAPI document allows and forbids, and believes no answer that the document does not
// promise: fuzz/api.mjs BINARY [EXAMPLES-PER-CALL]. Needs schemathesis (PyPI) in PATH or in SCHEMATHESIS.
//
// Three rounds: ids at random with a key; the ids of things that exist, so that calls reach past "not found"; and what only
// a signed-in browser may do. All answers are recorded, counted and checked for 5xx here as well.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "unsupported_method",
  "ignored_auth",
];
const PASSWORD = "correct horse battery";

const [binary, examples = "100"] = process.argv.slice(2);
if (!binary) {
  console.error("usage: fuzz/api.mjs BINARY [EXAMPLES-PER-CALL]");
  process.exit(2);
}
const schemathesis = process.env.SCHEMATHESIS ?? "schemathesis";
const home = fs.mkdtempSync(path.join(os.tmpdir(), "letterpress-api-"));

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const log = fs.openSync(path.join(home, "log"), "w");
const server = spawn(binary, ["serve", "--listen", `127.0.0.1:${port}`, "--data-dir", path.join(home, "data")], {
  env: { PATH: process.env.PATH, LETTERPRESS_RATE_LIMIT: "60000000", LETTERPRESS_PUBLIC_URL: url },
  stdio: ["ignore", log, log],
});

async function call(token, method, where, body) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
  const answer = await fetch(url + where, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

async function ready() {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended: ${fs.readFileSync(path.join(home, "log"), "utf8")}`);
    if (await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One of everything, so that the id 1 leads somewhere. */
async function seed(token) {
  const newsletter = await call(token, "POST", "/api/newsletters", { name: "News", from_name: "Ada", from_prefix: "news" });
  const under = `/api/newsletters/${newsletter.id}`;
  for (const n of [1, 2, 3]) await call(token, "POST", `${under}/subscribers`, { email: `reader${n}@example.com` });
  await call(token, "POST", `${under}/campaigns`, { subject: "Hello" });
  await call(token, "POST", "/api/templates", { name: "Plain" });
  await call(token, "POST", "/api/webhooks", { url: "https://example.com/hook", events: ["email.bounced"] });
  const message = { newsletter_id: newsletter.id, to: "one@example.com", subject: "Hello", text_content: "Hello" };
  await call(token, "POST", "/api/messages", message);
}

/** The numbers in paths, by the document's own names. */
async function ids() {
  const { paths } = await (await fetch(`${url}/api/openapi.json`)).json();
  const names = Object.keys(paths).flatMap((where) => [...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(names)].filter((name) => name.endsWith("_id") || name === "revision");
}

/** One run; answers what its record says: how many answers of which status. */
async function round(name, token, more, pinned) {
  const config = path.join(home, `${name}.toml`);
  fs.writeFileSync(config, pinned ? `[parameters]\n${(await ids()).map((id) => `"path.${id}" = 1`).join("\n")}\n` : "");
  const record = path.join(home, `${name}.ndjson`);
  const options = [
    ["--config-file", config, "run", `${url}/api/openapi.json`, "--checks", CHECKS.join(",")],
    ["-H", `Authorization: Bearer ${token}`, "--max-examples", examples, "--continue-on-failure", "--no-shrink"],
    ["--suppress-health-check", "all", "--report", "ndjson", "--report-ndjson-path", record, ...more],
  ];
  const { status } = spawnSync(schemathesis, options.flat(), { stdio: "inherit", cwd: home });
  const statuses = {};
  for await (const line of readline.createInterface({ input: fs.createReadStream(record) })) {
    for (const [, code] of line.matchAll(/"status_code": ?(\d{3})/g)) statuses[code] = (statuses[code] ?? 0) + 1;
  }
  console.log(name, statuses);
  return { status, statuses };
}

let failed = true;
try {
  await ready();
  const session = async (email) =>
    (await call(null, "POST", "/api/auth/sign-up", { email, password: PASSWORD, name: "Ada" })).access_token;
  const keyOf = async (token) => (await call(token, "POST", "/api/api-keys", { name: "fuzz" })).key;
  const results = [];
  const without = (expression) => ["--exclude-path-regex", expression];
  const kept = without("^/api/(me$|me/sessions|auth/|api-keys)");
  const first = await session("first@example.com");
  await seed(first);
  // Keys outlive the session that makes them, and a round may take longer than it lasts.
  const [one, other] = [await keyOf(first), await keyOf(first)];
  results.push(await round("pinned", one, [...kept, "--exclude-method", "DELETE"], true));
  results.push(await round("random", other, kept, false));
  const second = await session("second@example.com");
  const own = ["--include-path-regex", "^/api/(me|auth|api-keys)", "--phases", "examples,coverage,fuzzing"];
  own.push(...without("^/api/(me$|me/sessions|me/password|auth/sign-out)"));
  results.push(await round("signed-in", second, own, false));
  const total = {};
  for (const { statuses } of results) for (const [code, n] of Object.entries(statuses)) total[code] = (total[code] ?? 0) + n;
  const sum = Object.values(total).reduce((a, b) => a + b, 0);
  console.log(`${sum} answers`, total);
  failed = results.some((result) => result.status !== 0) || Object.keys(total).some((code) => code >= "500");
} finally {
  server.kill("SIGTERM");
  if (failed) console.error(`what was asked and logged: ${home}`);
  else fs.rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
