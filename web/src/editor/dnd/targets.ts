import { listsOf } from "@/email/nesting";
import type { Block } from "@/email/types";
import { fits, type Place } from "../state";

/** All in px of the canvas' content, so that scrolling changes none of it. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Target {
  id: string;
  index: number;
  box: Box;
  columns: List[];
}

/** The blocks of the mail, or of one of its columns, as they stand on the canvas. */
export interface List {
  parent: Place["parent"];
  box: Box;
  /** Where it is meant; larger than the box where a column is shorter than its neighbours. */
  reach: Box;
  targets: Target[];
}

export interface Drop {
  place: Place;
  line: { x: number; y: number; width: number };
}

/** What is dragged: a block of the mail, or one that comes new. */
export interface Load {
  id: string | null;
  block: Pick<Block, "type">;
}

/** So near to the edge of a columns block the gap beside it is meant, not the column. */
const EDGE = 10;
/** So near to the top of the first block the gap before it is meant. */
const TOP_EDGE = 16;

type Measure = { block: (id: string) => Box | null; column: (id: string, column: number) => Box | null; root: Box };

/** Measures everything once; while something moves only these figures are asked. */
export function measureLists(blocks: Block[], measure: Measure): List {
  const list = (items: Block[], parent: Place["parent"], box: Box, reach = box): List => ({
    parent,
    box,
    reach,
    targets: items.flatMap((block, index) => {
      const own = measure.block(block.id);
      if (!own) return [];
      const columns = listsOf(block) ?? [];
      const boxes = columns.map((_, column) => measure.column(block.id, column));
      const reaches = standBeside(boxes)
        ? boxes.map((one) => one && { ...one, top: own.top, bottom: own.bottom })
        : boxes;
      const inside = columns.flatMap((children, column) => {
        const columnBox = boxes[column];
        return columnBox ? [list(children, { id: block.id, column }, columnBox, reaches[column] ?? columnBox)] : [];
      });
      return [{ id: block.id, index, box: own, columns: inside }];
    }),
  });
  return list(blocks, null, measure.root);
}

/** Whether columns stand side by side: each is as high as it is full, but is meant as far as the block goes. */
const standBeside = (boxes: (Box | null)[]) =>
  boxes.every((one, at) => {
    const next = boxes[at + 1];
    return !one || !next || one.left >= next.right || next.left >= one.right;
  });

const within = (point: Point, box: Box) =>
  point.x >= box.left && point.x <= box.right && point.y >= box.top && point.y <= box.bottom;

/** Where the load would land; null where it would land nowhere. */
export function findDrop(root: List, point: Point, load: Load): Drop | null {
  const isNew = load.id === null;
  if (isNew && !within(point, root.box)) return null;
  const target = root.targets.find(({ box }) => point.y >= box.top && point.y < box.bottom);
  if (!target) return gapOutside(root, point, isNew);
  const column = fits(load.block, { id: target.id, column: 0 }) ? columnAt(target, point) : null;
  return column ? inList(column, point, load) : onTarget(root, target, point, load);
}

function columnAt(target: Target, point: Point): List | null {
  if (target.columns.length === 0) return null;
  const { top, bottom } = target.box;
  if (point.y < top + EDGE || point.y > bottom - EDGE) return null;
  return target.columns.find(({ reach }) => within(point, reach)) ?? null;
}

function inList(list: List, point: Point, load: Load): Drop {
  const target = list.targets.find(({ box }) => point.y >= box.top && point.y < box.bottom);
  return target ? onTarget(list, target, point, load) : gap(list, point.y < middleOf(list) ? 0 : list.targets.length);
}

const middleOf = ({ targets, box }: List) => targets[0]?.box.top ?? (box.top + box.bottom) / 2;

/** Beside all blocks: before the first, else behind the last. */
function gapOutside(list: List, point: Point, isNew: boolean): Drop | null {
  const first = list.targets[0];
  if (first && point.y < first.box.top) return gap(list, 0);
  return isNew ? null : gap(list, list.targets.length);
}

/** What is new goes behind the block it is dropped on; what was there already takes that block's place. */
function onTarget(list: List, target: Target, point: Point, load: Load): Drop {
  const { index, box } = target;
  const own = list.targets.find(({ id }) => id === load.id);
  if (own) return gap(list, index > own.index ? index + 1 : index);
  if (load.id !== null) return gap(list, point.y < (box.top + box.bottom) / 2 ? index : index + 1);
  const beforeFirst = index === 0 && point.y < box.top + Math.min(TOP_EDGE, (box.bottom - box.top) / 4);
  return gap(list, beforeFirst ? 0 : index + 1);
}

function gap({ parent, box, targets }: List, index: number): Drop {
  const before = targets[index - 1];
  const after = targets[index];
  const y = before?.box.bottom ?? after?.box.top ?? box.top + 8;
  return { place: { parent, index }, line: { x: box.left, y, width: box.right - box.left } };
}
