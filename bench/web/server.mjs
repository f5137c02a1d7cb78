// What the programs that measure in Chromium share: a server of their own, a browser, and rows of the table.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findChromium } from "../../e2e/chromium.mjs";

const require = createRequire(new URL("../../e2e/package.json", import.meta.url));
const { chromium } = require("@playwright/test");

/** A row of the table: what, ours, what is beside it, the ratio, the goal. */
export const row = (...cells) => console.log(JSON.stringify(cells));
export const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
export const median = (values) => quantile(values, 0.5);
export const block = (page, id) => page.locator(`[data-block-id="${id}"]`);

async function serve(folder) {
  const server = spawn(process.env.LETTERPRESS_BINARY, ["serve", "--listen", "127.0.0.1:0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /Open\s+(http\S+)/.exec(line)?.[1];
    if (url) return { server, url };
  }
  throw new Error("the server did not start");
}

/** Calls of the API by an author who has just signed up. */
export async function author(page, url) {
  const send = async (path, data, token) => {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const answer = await page.request.post(url + path, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const who = { email: "bench@example.com", password: "correct horse battery", name: "Bench" };
  const { access_token: token } = await send("/api/auth/sign-up", who);
  return (path, data) => send(path, data, token);
}

/** Blocks of the four commonest kinds, over and over. */
export function manyBlocks(count) {
  const kinds = [
    { type: "heading", level: 2, content: "A heading" },
    {
      type: "text",
      content: "<p>A paragraph of the length that people write, with a word in <strong>bold</strong>.</p>",
    },
    { type: "button", text: "Read the story", href: "https://example.com/", variant: "primary" },
    { type: "divider", thickness: 1 },
  ];
  return Array.from({ length: count }, (_, at) => ({ id: `b${at}`, ...kinds[at % kinds.length] }));
}

/** Does the work with a browser and a fresh server, both of which end with it. Without Chromium, `part` is left out. */
export async function withBrowser(part, work) {
  const found = await findChromium();
  if (!found) return row(part, "there is no Chromium on this machine");
  const folder = await mkdtemp(join(tmpdir(), "letterpress-bench-"));
  const { server, url } = await serve(folder);
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  const browser = await chromium.launch({ executablePath: found.executable, args });
  try {
    await work(browser, url);
  } finally {
    await browser.close();
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
    await rm(folder, { recursive: true, force: true });
  }
}
