import { type Block, kindOf } from "./blocks";
import type { ColumnsLayout } from "./blocks/kind";

export { MAX_COLUMNS } from "./blocks/kind";

/** Blocks that hold others, in columns side by side. */

/** The blocks inside of a block, column by column; null when it holds none by its nature. */
export function listsOf(block: Block): Block[][] | null {
  const { holds } = kindOf(block);
  return holds ? (Reflect.get(block, holds.key) as Block[][]) : null;
}

/** The block with other blocks inside; itself when it holds none. */
export function withLists<B extends Block>(block: B, lists: Block[][]): B {
  const { holds } = kindOf(block);
  return holds ? { ...block, [holds.key]: lists } : block;
}

/** How its columns stand on `width` px; null when it has none. */
export const layoutOf = (block: Block, width: number): ColumnsLayout | null =>
  kindOf(block).holds?.layout(block, width) ?? null;

/** Whether blocks of this type hold others; none of them may stand inside of another. */
export const holdsBlocks = (block: Pick<Block, "type">): boolean => kindOf(block).holds !== undefined;

/** All blocks in reading order, those in columns after the block that holds them. */
export function* allBlocks(blocks: Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    for (const list of listsOf(block) ?? []) yield* allBlocks(list);
  }
}
