import type { Editor } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { MediaItem } from "@/editor/host";
import { createBlock } from "@/email";
import type { Block } from "@/email/types";

/** The line or part that the selection begins in, counted from the top of the mail. */
export function outermost(state: EditorState): { node: Node; from: number; index: number } | null {
  const { $from } = state.selection;
  const index = $from.index(0);
  const node = state.doc.maybeChild(index);
  return node ? { node, from: $from.posAtIndex(index, 0), index } : null;
}

/** The empty line that the caret stands in; null elsewhere. */
export function emptyLine({ selection, doc }: EditorState): { from: number; to: number } | null {
  const { $from, empty } = selection;
  if (!empty || $from.depth !== 1 || $from.parent.type.name !== "paragraph" || $from.parent.content.size > 0)
    return null;
  return doc.nodeAt($from.before(1)) ? { from: $from.before(1), to: $from.after(1) } : null;
}

/** Puts a part where the caret is: in place of an empty line, else behind the line. The caret goes on below it. */
export function insertPart(state: EditorState, mail: Block, range = emptyLine(state)): Transaction | null {
  const part = state.schema.nodes.part?.create({ mail });
  const line = state.schema.nodes.paragraph?.create();
  const here = outermost(state);
  if (!part || !line || !here) return null;
  const { tr } = state;
  const end = here.from + here.node.nodeSize;
  const at = range ?? { from: end, to: end };
  const after = state.doc.nodeAt(at.to);
  tr.replaceWith(at.from, at.to, after?.isTextblock ? [part] : [part, line]);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at.from + part.nodeSize), 1)).scrollIntoView();
}

/** Parts that say nothing of their own yet. */
const fresh = new WeakSet<object>();

export function newPart(type: "divider" | "button"): Block {
  const block = createBlock(type);
  if (type === "button") fresh.add(block);
  return block;
}

/** Whether a part was just made and waits to be filled in; once. */
export const isFresh = (mail: unknown): boolean => typeof mail === "object" && mail !== null && fresh.delete(mail);

/** How wide a new picture stands in a mail at most. px. */
const WIDEST = 600;

export function imagePart({ url, width }: MediaItem, alt: string): Block {
  const { id, type } = createBlock("image");
  return { id, type, src: url, alt, width: Math.min(width, WIDEST) };
}

/** Moves the line or part of the selection one place up or down; null where there is none. */
export function moveBy(state: EditorState, step: -1 | 1): Transaction | null {
  const here = outermost(state);
  const other = here && state.doc.maybeChild(here.index + step);
  if (!here || !other) return null;
  const { tr, selection } = state;
  const up = step < 0;
  const start = up ? here.from - other.nodeSize : here.from;
  const swapped = up ? [here.node, other] : [other, here.node];
  tr.replaceWith(start, start + here.node.nodeSize + other.nodeSize, Fragment.from(swapped));
  const moved = (up ? -1 : 1) * other.nodeSize;
  tr.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, here.from + moved)
      : TextSelection.create(tr.doc, selection.anchor + moved, selection.head + moved),
  );
  return tr.scrollIntoView();
}

/** What a part holds from now on; the part stays selected. */
export function changePart(editor: Editor, at: number, mail: Block) {
  const { tr } = editor.state;
  tr.setNodeAttribute(at, "mail", mail);
  if (editor.state.selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, at));
  editor.view.dispatch(tr);
}
