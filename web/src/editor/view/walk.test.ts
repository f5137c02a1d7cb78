import { expect, test } from "vitest";
import { createBlock } from "@/email/factory";
import type { Block, BlockOf } from "@/email/types";
import { placesFor } from "../menus/places";
import { describeBlock, describePlace, describePosition } from "./describe";
import { type Step, stepFrom } from "./walk";

const named = (id: string): Block => ({ ...createBlock("text"), id, content: `<p>${id}</p>` });
const columns: BlockOf<"columns"> = {
  ...createBlock("columns"),
  id: "columns",
  columns: [[named("a1"), named("a2")], [], [named("c1")]],
};
const blocks: Block[] = [named("first"), columns, named("last")];

test.each<[string | null, Step, string | null]>([
  [null, "ArrowDown", "first"],
  [null, "ArrowUp", "last"],
  ["first", "ArrowUp", null],
  ["first", "ArrowDown", "columns"],
  ["columns", "ArrowDown", "a1"],
  ["a2", "ArrowDown", "c1"],
  ["c1", "ArrowDown", "last"],
  ["columns", "ArrowRight", "a1"],
  ["a2", "ArrowRight", "c1"],
  ["c1", "ArrowRight", null],
  ["c1", "ArrowLeft", "a1"],
  ["a1", "ArrowLeft", "columns"],
  ["first", "ArrowRight", null],
  ["c1", "Home", "first"],
  ["first", "End", "last"],
])("from %s %s leads to %s", (from, key, to) => {
  expect(stepFrom(blocks, from, key)).toBe(to);
});

test("blocks and places are told as an author knows them", () => {
  const heading = { ...createBlock("heading"), content: "New <b>Heading</b> &amp; more" };
  expect(describeBlock(heading, 1, 7)).toBe("Heading, 2 of 7, New Heading & more");
  expect(describePosition(blocks, "a2")).toBe("2 of 2 in column 1");
  expect(describePlace(blocks, { parent: null, index: 0 })).toBe("At the top");
  expect(describePlace(blocks, { parent: null, index: 1 })).toBe("After Text, first");
  expect(describePlace(blocks, { parent: { id: "columns", column: 1 }, index: 0 })).toBe("At the top of column 2");
  expect(describePlace(blocks, { parent: { id: "columns", column: 2 }, index: 1 })).toBe("In column 3 after Text, c1");
});

test("a block may move to every gap but the two beside it, and columns not into columns", () => {
  const column = (index: number, at: number) => ({ parent: { id: "columns", column: index }, index: at });
  expect(placesFor(blocks, "a1")).toEqual([
    { parent: null, index: 0 },
    { parent: null, index: 1 },
    column(0, 2),
    column(1, 0),
    column(2, 0),
    column(2, 1),
    { parent: null, index: 2 },
    { parent: null, index: 3 },
  ]);
  expect(placesFor(blocks, "columns")).toEqual([
    { parent: null, index: 0 },
    { parent: null, index: 3 },
  ]);
});
