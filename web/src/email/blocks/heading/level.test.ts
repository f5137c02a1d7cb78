import { expect, test } from "vitest";
import { createBlock } from "../../factory";
import { renderDocument } from "../../render/document";
import type { HeadingLevel } from "../../types";
import { type HeadingBlock, ofLevel } from "./schema";

const levels: HeadingLevel[] = [1, 2, 3, 4, 5, 6];
const turned = (block: HeadingBlock, ...to: HeadingLevel[]) =>
  to.reduce((one, level) => Object.assign(structuredClone(one), ofLevel(one, level)), block);
const size = (block: HeadingBlock) => block.style?.fontSize;

test("a new heading is of level 2 and 24 pixels", () => {
  expect(createBlock("heading")).toMatchObject({ level: 2, style: { fontSize: "24px" } });
});

test("the size that nobody chose goes with the level, and back", () => {
  const fresh = createBlock("heading");
  expect(levels.map((level) => size(turned(fresh, level)))).toEqual(["32px", "24px", "24px", "20px", "20px", "20px"]);
  for (const level of levels) expect(turned(fresh, level, 2)).toEqual(fresh);
});

test("a chosen size stays, and so does none", () => {
  const chosen = { ...createBlock("heading"), style: { fontSize: "18px", color: "#112233" } };
  expect(turned(chosen, 1, 4)).toEqual({ ...chosen, level: 4 });
  const { style: _, ...stored } = createBlock("heading");
  expect(turned(stored, 3)).toEqual({ ...stored, level: 3 });
});

test("a heading that was stored without a size keeps its look", () => {
  const { style: _, ...stored } = createBlock("heading");
  const html = renderDocument({ name: "", subject: "", preheader: "", blocks: [stored], theme: {} });
  expect(/<h2[^>]*font-size:28px/.test(html)).toBe(true);
});
