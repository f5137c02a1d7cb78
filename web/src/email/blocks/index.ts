import { button } from "./button";
import { columns } from "./columns";
import { divider } from "./divider";
import { heading } from "./heading";
import { hero } from "./hero";
import { heroImage } from "./hero-image";
import { image } from "./image";
import type { BlockKind, Writing } from "./kind";
import { social } from "./social";
import { spacer } from "./spacer";
import { text } from "./text";

/** Every type of block, in the palette's order. All else that knows types asks here. */
const kinds = [heading, text, image, button, divider, spacer, columns, social, hero, heroImage] as const;

type BlockIn<Kind> = Kind extends BlockKind<infer B> ? B : never;

/** A part of a mail: one of the types above. */
export type Block = BlockIn<(typeof kinds)[number]>;
export type BlockType = Block["type"];
export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>;
/** A block whose text is written where it stands. */
export type WrittenBlock = Extract<Block, { content: string }>;

export const blockTypes: readonly BlockType[] = kinds.map(({ type }) => type);

const byType = Object.fromEntries(kinds.map((kind) => [kind.type, kind])) as unknown as Record<
  BlockType,
  BlockKind<Block>
>;

/** All that the type of a block says. */
export const kindOf = (block: Pick<Block, "type">): BlockKind<Block> => byType[block.type];

export const isWritten = (block: Block): block is WrittenBlock => kindOf(block).writing !== undefined;

/** How the text of such a block is written. */
export function writingOf(block: WrittenBlock): Writing<Block> {
  const { writing, type } = kindOf(block);
  if (!writing) throw new Error(`A block of the type ${type} has no text`);
  return writing;
}
