import { blockTypes, kindOf } from "@/email/blocks";
import type { Block, BlockType } from "@/email/types";
import { say } from "../words";

/** What each kind of block is called, in the palette and wherever it is spoken of. */
export const blockNames = Object.fromEntries(blockTypes.map((type) => [type, kindOf({ type }).name])) as Record<
  BlockType,
  string
>;

/** "Edit hero section". */
export const stepLabel = (verb: string, type: BlockType) => `${verb} ${blockNames[type].toLowerCase()}`;

export const blocksLabel = (verb: string, blocks: Block[]) => {
  const [only] = blocks;
  return blocks.length === 1 && only ? stepLabel(verb, only.type) : say.verbLengthBlocks(verb, blocks.length);
};

/** What an author recognises a block by: its first words; empty when it has none. */
export function blockExcerpt(block: Block, length = 60): string {
  const text = kindOf(block).excerpt(block);
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}
