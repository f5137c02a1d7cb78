// Runs the browser tests against the debug binary: npm test [-- PLAYWRIGHT ARGUMENTS]
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findChromium } from "./chromium.mjs";
import { notRun } from "./not-run.mjs";

const built = fileURLToPath(new URL("../target/debug/letterpress", import.meta.url));
const binary = process.env.LETTERPRESS_BINARY ?? built;
if (!existsSync(binary)) {
  console.error(`e2e: ${binary} is missing: cargo build -p letterpress`);
  process.exit(1);
}
const chromium = await findChromium();
if (!chromium) {
  const fails = notRun("e2e/Chromium", "there is no Chromium on this machine, and npm's does not start here");
  process.exit(fails ? 1 : 0);
}
const env = {
  ...process.env,
  LETTERPRESS_BINARY: binary,
  E2E_CHROMIUM: chromium.executable,
  LD_LIBRARY_PATH: chromium.libraries,
};
const cli = fileURLToPath(new URL("node_modules/@playwright/test/cli.js", import.meta.url));
const run = spawnSync(process.execPath, [cli, "test", ...process.argv.slice(2)], { env, stdio: "inherit" });
process.exit(run.status ?? 1);
