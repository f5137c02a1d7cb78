import type { Block } from "@/email/types";
import { blockExcerpt, blockNames, findEntry, listAt, type Place } from "../state";
import { say } from "../words";

/** "Heading, 2 of 7, New Heading". */
export function describeBlock(block: Block, index: number, count: number, column?: number): string {
  const position = say.indexOfCount(index + 1, count);
  const where = column === undefined ? position : say.positionInColumnColumn(position, column + 1);
  return [blockNames[block.type], where, blockExcerpt(block, 120)].filter(Boolean).join(", ");
}

/** "3 of 7", or "1 of 2 in column 2". */
export function describePosition(blocks: Block[], id: string): string {
  const entry = findEntry(blocks, id);
  if (!entry) return "";
  const { parent, index } = entry.place;
  const position = say.indexOfLength(index + 1, entry.siblings.length);
  return parent ? say.positionInColumnColumn(position, parent.column + 1) : position;
}

/** "After Heading, New Heading", or "At the top of column 2". */
export function describePlace(blocks: Block[], { parent, index }: Place): string {
  const before = listAt(blocks, parent)?.[index - 1];
  const column = parent ? say.ofColumn(parent.column + 1) : "";
  if (!before) return say.atTheTopColumn(column);
  const name = [blockNames[before.type], blockExcerpt(before, 40)].filter(Boolean).join(", ");
  return parent ? say.inColumnColumnAfterName(parent.column + 1, name) : say.afterName(name);
}
