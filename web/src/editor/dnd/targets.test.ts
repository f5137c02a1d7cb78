import { describe, expect, test } from "vitest";
import { createBlock } from "@/email/factory";
import type { Block, BlockOf } from "@/email/types";
import { type Box, findDrop, type Load, measureLists } from "./targets";

/** Three blocks of 100 px below one another; the second is of two columns, the left with two blocks of 40 px. */
const heading = { ...createBlock("heading"), id: "heading" };
const left1 = { ...createBlock("text"), id: "left1" };
const left2 = { ...createBlock("text"), id: "left2" };
const columns: BlockOf<"columns"> = { ...createBlock("columns"), id: "columns", columns: [[left1, left2], []] };
const text = { ...createBlock("text"), id: "text" };
const blocks: Block[] = [heading, columns, text];

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const boxes: Record<string, Box> = {
  heading: box(0, 0, 600, 100),
  columns: box(0, 100, 600, 200),
  left1: box(0, 110, 290, 150),
  left2: box(0, 150, 290, 190),
  text: box(0, 200, 600, 300),
};
const columnBoxes = [box(0, 110, 290, 190), box(310, 110, 600, 190)];
const root = measureLists(blocks, {
  root: box(0, 0, 600, 600),
  block: (id) => boxes[id] ?? null,
  column: (_, column) => columnBoxes[column] ?? null,
});

const fresh = (type: Block["type"]): Load => ({ id: null, block: { type } });
const own = (block: Block): Load => ({ id: block.id, block });
const drop = (x: number, y: number, load: Load) => findDrop(root, { x, y }, load);
const at = (column: number | null, index: number) => ({
  place: { parent: column === null ? null : { id: "columns", column }, index },
});

describe("something new", () => {
  test("dropped on a block goes behind it", () => {
    expect(drop(300, 50, fresh("text"))).toMatchObject(at(null, 1));
    expect(drop(300, 250, fresh("text"))).toMatchObject(at(null, 3));
  });

  test("goes before the first block only at its very top", () => {
    expect(drop(300, 3, fresh("text"))).toMatchObject(at(null, 0));
    expect(drop(300, 203, fresh("text"))).toMatchObject(at(null, 3));
  });

  test("goes into columns, full or empty", () => {
    expect(drop(100, 140, fresh("text"))).toMatchObject(at(0, 1));
    expect(drop(100, 112, fresh("text"))).toMatchObject(at(0, 0));
    expect(drop(450, 150, fresh("text"))).toMatchObject(at(1, 0));
  });

  test("goes beside columns at their edges and between them, and always when it is a columns block itself", () => {
    expect(drop(100, 195, fresh("text"))).toMatchObject(at(null, 2));
    expect(drop(300, 150, fresh("text"))).toMatchObject(at(null, 2));
    expect(drop(100, 140, fresh("columns"))).toMatchObject(at(null, 2));
  });

  test("meets no place beside all blocks", () => {
    expect(drop(300, 450, fresh("text"))).toBeNull();
    expect(drop(900, 50, fresh("text"))).toBeNull();
  });
});

describe("a block of the mail", () => {
  test("takes the place of the one it is dropped on, from either side", () => {
    expect(drop(300, 250, own(heading))).toMatchObject(at(null, 3));
    expect(drop(300, 50, own(text))).toMatchObject(at(null, 0));
    expect(drop(100, 130, own(left2))).toMatchObject(at(0, 0));
  });

  test("goes into a column before or behind what is there, and out again", () => {
    expect(drop(100, 120, own(heading))).toMatchObject(at(0, 0));
    expect(drop(100, 140, own(heading))).toMatchObject(at(0, 1));
    expect(drop(450, 150, own(left1))).toMatchObject(at(1, 0));
    expect(drop(300, 290, own(left1))).toMatchObject(at(null, 3));
    expect(drop(300, 210, own(left1))).toMatchObject(at(null, 2));
  });

  test("stays when it is dropped on itself", () => {
    expect(drop(300, 50, own(heading))).toMatchObject(at(null, 0));
  });

  test("goes to the end below all blocks", () => {
    expect(drop(300, 500, own(heading))).toMatchObject(at(null, 3));
  });

  test("is never a column of columns", () => {
    const moved = findDrop(root, { x: 450, y: 150 }, { id: "other", block: { type: "columns" } });
    expect(moved?.place.parent).toBeNull();
  });
});

test("the line shows the gap, as wide as the list it is in", () => {
  expect(drop(450, 150, fresh("text"))?.line).toEqual({ x: 310, y: 118, width: 290 });
  expect(drop(300, 50, fresh("text"))?.line).toEqual({ x: 0, y: 100, width: 600 });
});
