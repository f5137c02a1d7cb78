import { copyBlock } from "@/email/factory";
import { newBlockId } from "@/email/ids";
import { holdsBlocks, listsOf, MAX_COLUMNS, withLists } from "@/email/nesting";
import type { Block } from "@/email/types";
import type { Place } from "./types";

/** Blocks and lists are never changed, only replaced: what is the same object is the same content. */

export interface Entry {
  block: Block;
  place: Place;
  /** The list it stands in. */
  siblings: Block[];
}

const indexes = new WeakMap<Block[], Map<string, Entry>>();

/** Every block of a mail by its id, in reading order. */
export function indexBlocks(blocks: Block[]): Map<string, Entry> {
  const known = indexes.get(blocks);
  if (known) return known;
  const index = new Map<string, Entry>();
  const add = (siblings: Block[], parent: Place["parent"]) => {
    siblings.forEach((block, at) => {
      index.set(block.id, { block, place: { parent, index: at }, siblings });
      for (const [column, list] of (listsOf(block) ?? []).entries()) add(list, { id: block.id, column });
    });
  };
  add(blocks, null);
  indexes.set(blocks, index);
  return index;
}

export const findEntry = (blocks: Block[], id: string): Entry | null => indexBlocks(blocks).get(id) ?? null;

/** The list that a place lies in; null when its column does not exist. */
export function listAt(blocks: Block[], parent: Place["parent"]): Block[] | null {
  if (parent === null) return blocks;
  const host = findEntry(blocks, parent.id)?.block;
  return (host && listsOf(host)?.[parent.column]) ?? null;
}

function withList(blocks: Block[], parent: Place["parent"], change: (list: Block[]) => Block[]): Block[] {
  if (parent === null) return change(blocks);
  return blocks.map((block) => {
    const lists = block.id === parent.id ? listsOf(block) : null;
    if (!lists) return block;
    return withLists(
      block,
      lists.map((list, at) => (at === parent.column ? change(list) : list)),
    );
  });
}

export function replaceBlock(blocks: Block[], id: string, next: Block): Block[] {
  const entry = findEntry(blocks, id);
  if (!entry) return blocks;
  return withList(blocks, entry.place.parent, (list) => list.with(entry.place.index, next));
}

export function removeBlock(blocks: Block[], id: string): Block[] {
  const entry = findEntry(blocks, id);
  if (!entry) return blocks;
  return withList(blocks, entry.place.parent, (list) => list.toSpliced(entry.place.index, 1));
}

const clamp = (index: number, list: Block[]) => Math.min(Math.max(Math.trunc(index) || 0, 0), list.length);

/** Whether a block may stand in this column, or at the top: columns do not nest. */
export const fits = (block: Pick<Block, "type">, parent: Place["parent"]) => parent === null || !holdsBlocks(block);

/** Where the blocks may go: a columns block that was meant for a column goes behind that column's block instead. */
function allowedPlace(blocks: Block[], incoming: Block[], at: Place): Place {
  const list = listAt(blocks, at.parent);
  if (!list) return { parent: null, index: blocks.length };
  if (incoming.every((block) => fits(block, at.parent))) return { parent: at.parent, index: clamp(at.index, list) };
  const host = at.parent && findEntry(blocks, at.parent.id);
  return { parent: null, index: host ? host.place.index + 1 : blocks.length };
}

/** The gap behind a block; the end of the mail when there is none. */
export function placeAfter(blocks: Block[], id: string | null): Place {
  const entry = id === null ? null : findEntry(blocks, id);
  return entry ? { parent: entry.place.parent, index: entry.place.index + 1 } : { parent: null, index: blocks.length };
}

export function insertBlocks(blocks: Block[], incoming: Block[], at: Place): Block[] {
  const place = allowedPlace(blocks, incoming, at);
  return withList(blocks, place.parent, (list) => list.toSpliced(place.index, 0, ...incoming));
}

/** Moves a block into a gap; the same list when it is there already or may not stand there. */
export function placeBlock(blocks: Block[], id: string, at: Place): Block[] {
  const entry = findEntry(blocks, id);
  const target = listAt(blocks, at.parent);
  if (!entry || !target || !fits(entry.block, at.parent)) return blocks;
  const gap = clamp(at.index, target);
  const sameList = target === entry.siblings;
  const from = entry.place.index;
  if (sameList && (gap === from || gap === from + 1)) return blocks;
  const index = sameList && gap > from ? gap - 1 : gap;
  return withList(removeBlock(blocks, id), at.parent, (list) => list.toSpliced(index, 0, entry.block));
}

/** The same blocks; those whose id (or a child's) is taken, or missing, get new ones. */
export function withFreeIds(incoming: Block[], taken: Iterable<string>): Block[] {
  const used = new Set(taken);
  const fresh = (block: Block): Block => {
    const inside = listsOf(block)?.map((list) => list.map(fresh));
    const free = block.id !== "" && !used.has(block.id);
    const id = free ? block.id : newBlockId();
    used.add(id);
    if (!inside) return free ? block : { ...block, id };
    return { ...withLists(block, inside), id };
  };
  return incoming.map((block) => (used.has(block.id) ? fresh(copyBlock(block)) : fresh(block)));
}

/** Columns without columns in them, one to four of them; blocks of surplus columns join the last. */
export function soundColumns(columns: Block[][]): Block[][] {
  if (columns.length === 0) return [[]];
  const plain = columns.map((list) => (list.some(holdsBlocks) ? list.flatMap(flatten) : list));
  return plain.length <= MAX_COLUMNS
    ? plain
    : [...plain.slice(0, MAX_COLUMNS - 1), plain.slice(MAX_COLUMNS - 1).flat()];
}

const flatten = (block: Block): Block[] => listsOf(block)?.flat().flatMap(flatten) ?? [block];
