import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blockTypes } from "@/email/blocks";
import { sources, textOf } from "@/testing/sources";

const folders = readdirSync("src/email/blocks", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test("each folder is a type of block, with all that the builder shows of it", () => {
  expect([...blockTypes].sort()).toEqual(folders.sort());
  for (const type of blockTypes) {
    const files = readdirSync(`src/email/blocks/${type}`);
    expect(files).toEqual(expect.arrayContaining(["icon.ts", "index.ts", "panel.tsx", "render.ts", "schema.ts"]));
  }
});

/** Who names a type all the same. A new one of these needs none of them; the list only shrinks. */
const inherent: Record<string, { why: string; types: string[] }> = {
  "email/checks.ts": { why: "the footer that it adds is a text", types: ["text"] },
  "email/import/blocks.ts": {
    why: "says what becomes of the elements of foreign HTML",
    types: ["heading", "text", "image", "button", "divider"],
  },
  "email/import/mjml.ts": {
    why: "says what becomes of the components of MJML",
    types: ["heading", "text", "image", "button", "divider", "spacer", "columns", "social"],
  },
  "editor/dnd/file-drops.tsx": { why: "a file that is dropped becomes a picture", types: ["image"] },
  "editor/theme/theme-panel.tsx": { why: "shows the buttons that the theme makes", types: ["button"] },
  "editor/richtext/extensions.ts": { why: "what TipTap calls its own nodes", types: ["heading"] },
  "editor/richtext/format-toolbar.tsx": { why: "what TipTap calls its own nodes", types: ["heading"] },
  "editor/richtext/link-popover.tsx": { why: "what TipTap calls its own nodes", types: ["text"] },
};

/** Words of many meanings: they name a block only where a type stands. */
const common = ["text", "image", "button"];

const className = (type: string) => type.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Whether a source names a type of block: as a value, as a case, by its interface or by its folder. */
function names(source: string, type: string): boolean {
  const word = `"${type}"`;
  const asType = [
    String.raw`\.type\s*[!=]==\s*${word}`,
    String.raw`\btype:\s*${word}`,
    String.raw`\bcase\s+${word}`,
    String.raw`createBlock\(\s*${word}`,
    `BlockOf<${word}`,
    String.raw`\b(?:BlockType|BlockTypes)\b[^;]*${word}`,
  ];
  const patterns = [
    ...(common.includes(type) ? asType : [word]),
    String.raw`\b${className(type)}Block\b`,
    `blocks/${type}["/]`,
  ];
  return new RegExp(patterns.join("|")).test(source);
}

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

/** Where blocks are known. Starters and tests are mails, which name what they are made of. */
const rooms = /^(?:email|editor|workbench)\//;
const known = sources
  .filter((file) => rooms.test(file) && !/\/testing\/|^email\/starters\//.test(file))
  .filter((file) => file !== "email/blocks/index.ts")
  .map((file) => ({ file, source: withoutComments(textOf(file)) }));

describe.each([...blockTypes])("a block of the type %s", (type) => {
  test("is named in its folder alone", () => {
    const found = known
      .filter(({ file, source }) => !file.startsWith(`email/blocks/${type}/`) && names(source, type))
      .map(({ file }) => file);
    const allowed = Object.keys(inherent).filter((file) => inherent[file]?.types.includes(type));
    expect(found.sort()).toEqual(allowed.sort());
  });
});
