import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The app's own sources, for tests of which of them may use which. */

const root = resolve("src");

/** Their paths below `src`, without tests. */
export const sources: string[] = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith("testing"),
);

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const specifier = /(?:from|import|import\.meta\.glob(?:<[^"]*>)?)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g;

/** What a file imports of ours, as paths below `src`; a `*` where it takes all files of a name. */
export const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(specifier)]
    .map(([, written = ""]) =>
      relative(root, written.startsWith("@/") ? join(root, written.slice(2)) : resolve(root, dirname(file), written)),
    )
    .filter((target) => !target.startsWith(".."));

/** How the editor shows a type of block; kept with the type, and yet a part of the editor. */
export const isShownByEditor = (file: string): boolean =>
  /^email\/blocks\/[^/]+\/(?:panel|icon)(?:\.tsx?)?$/.test(file);
