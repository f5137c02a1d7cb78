import { open, readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { outlineOf } from "../src/guide/outline.ts";

const QUERY = /\.md\?outline$/;
const PICTURE = /\.png\?picture$/;

/**
 * `page.md?outline` is the page's title, first paragraph and headings, so that a list of pages need not hold them all. Its
 * `title` can be had alone.
 */
export function guideOutlines(): Plugin {
  return {
    name: "guide-outlines",
    enforce: "pre",
    async load(id) {
      if (!QUERY.test(id)) return null;
      const file = id.replace(/\?outline$/, "");
      this.addWatchFile(file);
      const outline = outlineOf(await readFile(file, "utf8"));
      return `export const title = ${JSON.stringify(outline.title)};\nexport default ${JSON.stringify(outline)};`;
    },
  };
}

/** Width and height as the head of a PNG says them. */
async function sizeOf(file: string): Promise<{ width: number; height: number }> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(24), 0, 24, 0);
    if (buffer.toString("latin1", 1, 4) !== "PNG") throw new Error(`${file} is no PNG`);
    return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
  } finally {
    await handle.close();
  }
}

/** `a.png?picture` is the address of a file beside the app with its size, so that nothing moves when it comes. */
export function guidePictures(): Plugin {
  return {
    name: "guide-pictures",
    enforce: "pre",
    async load(id) {
      if (!PICTURE.test(id)) return null;
      const file = id.replace(/\?picture$/, "");
      this.addWatchFile(file);
      const size = JSON.stringify(await sizeOf(file));
      return `import src from ${JSON.stringify(`${file}?url`)};\nexport default { src, ...${size} };`;
    },
  };
}
