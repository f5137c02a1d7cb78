import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|json|txt|map|webmanifest)$/;
const SMALLEST = 1024;

/** What says that the app is built. */
const INDEX = "index.html";

/**
 * Writes `.br` and `.gz` for each text file, so that the server never compresses while answering, and removes the file:
 * whoever takes neither gets the unpacked `.gz`.
 */
export function precompress(): Plugin {
  let outDir = "dist";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true });
      for (const entry of entries) {
        const file = join(outDir, entry);
        if (!TEXT.test(entry) || (await stat(file)).size < SMALLEST) continue;
        const bytes = await readFile(file);
        const brotli = brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        await writeFile(`${file}.br`, brotli);
        await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        if (entry !== INDEX) await rm(file);
      }
    },
  };
}
