import type { BlockStyle, HeadingLevel, WrittenBlock } from "@/email/types";
import type { Editor } from "../state";

export type Alignment = NonNullable<BlockStyle["textAlign"]>;

/** What the toolbar changes of the block itself: of a heading, its level and alignment. */
export interface BlockTools {
  level: HeadingLevel | 0;
  align: Alignment;
  setLevel: (level: HeadingLevel) => void;
  setAlign: (align: Alignment) => void;
}

export const blockTools = (editor: Editor, block: WrittenBlock): BlockTools => ({
  level: "level" in block ? block.level : 0,
  align: block.style?.textAlign ?? "left",
  setLevel: (level) => editor.dispatch({ type: "update", id: block.id, patch: { level }, field: "level" }),
  setAlign: (textAlign) => editor.dispatch({ type: "style", id: block.id, patch: { textAlign }, field: "textAlign" }),
});
