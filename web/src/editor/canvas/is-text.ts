import type { Block, HeadingBlock, TextBlock } from "@/email/types";

/** Blocks whose text is written where it stands. */
export const isText = (block: Block): block is HeadingBlock | TextBlock =>
  block.type === "heading" || block.type === "text";
