import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { outlineOf } from "../src/features/guide/outline.ts";

const QUERY = /\.md\?outline$/;

/** `page.md?outline` is the page's title, first paragraph and headings, so that a list of pages need not hold them all. */
export function guideOutlines(): Plugin {
  return {
    name: "guide-outlines",
    enforce: "pre",
    async load(id) {
      if (!QUERY.test(id)) return null;
      const file = id.replace(/\?outline$/, "");
      this.addWatchFile(file);
      return `export default ${JSON.stringify(outlineOf(await readFile(file, "utf8")))};`;
    },
  };
}
