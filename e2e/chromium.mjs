// Finds a Chromium to test with: the system's, else npm's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function inPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/**
 * npm's needs two libraries that small systems lack; it brings them in an archive of its own. Its maker's flags are left
 * out: they are for one process in a small box (`--single-process`, `--no-zygote`), which dies under these tests.
 */
async function fromNpm() {
  const home = fileURLToPath(new URL("../tools/chromium", import.meta.url));
  const parts = join(home, "node_modules", "@sparticuz", "chromium");
  if (!existsSync(parts)) {
    console.error("e2e: no Chromium here; taking one from npm");
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: home, stdio: ["ignore", 2, 2] });
    if (npm.status !== 0) return null;
  }
  const load = (file) => import(pathToFileURL(join(parts, "build", "esm", file)).href);
  const { default: chromium } = await load("index.js");
  const { inflate } = await load("lambdafs.js");
  const executable = await chromium.executablePath();
  await inflate(join(parts, "bin", "al2023.tar.br"));
  const libraries = [join(tmpdir(), "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { executable, libraries };
}

/** `{executable, libraries}`, or null where there is none. LETTERPRESS_CHROMIUM is a path, or `npm`. */
export async function findChromium() {
  const wish = process.env.LETTERPRESS_CHROMIUM;
  const executable = wish === "npm" ? undefined : wish || inPath();
  if (executable) return { executable, libraries: process.env.LD_LIBRARY_PATH ?? "" };
  const found = await fromNpm().catch((error) => {
    console.error(`e2e: ${error.message}`);
    return null;
  });
  if (!found) return null;
  const env = { ...process.env, LD_LIBRARY_PATH: found.libraries };
  const works = spawnSync(found.executable, ["--version"], { env, timeout: 30_000 });
  return works.status === 0 ? found : null;
}
