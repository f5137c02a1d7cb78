import type { Block, BlockOf, BlockStyle, BlockType, EmailDocument, ThemeOverrides } from "@/email/types";

/** A gap between blocks. `index` counts in the list as it is, before anything that moves has left it. */
export interface Place {
  /** The column it is in; null at the top. */
  parent: { id: string; column: number } | null;
  index: number;
}

/** Some fields of a block; undefined takes a field away. */
export type BlockPatch = { [Type in BlockType]: Partial<Omit<BlockOf<Type>, "id" | "type" | "style">> }[BlockType];

export type FieldsPatch = Partial<Pick<EmailDocument, "name" | "subject" | "preheader">>;

export type Change =
  /** Without a place: after the selected block, else at the end. */
  | { type: "add"; block: Block; at?: Place }
  | { type: "insert"; blocks: Block[]; at?: Place; label?: string }
  /** The same block and field again within half a second is the same step of the history. */
  | { type: "update"; id: string; patch: BlockPatch; field?: string }
  | { type: "style"; id: string; patch: Partial<BlockStyle>; field?: string }
  | { type: "delete"; id: string; label?: string }
  | { type: "duplicate"; id: string }
  | { type: "move"; id: string; by: -1 | 1 }
  | { type: "place"; id: string; at: Place }
  | { type: "fields"; patch: FieldsPatch }
  /** Values given replace those of the theme, one by one; undefined goes back to the default. */
  | { type: "theme"; patch: ThemeOverrides; field?: string }
  | { type: "replace"; document: EmailDocument; label: string }
  /** Begins anew; counts as saved. */
  | { type: "clear" };

export type Action =
  | Change
  | { type: "select"; id: string | null }
  /** Text that is edited where it stands. */
  | { type: "edit"; id: string | null }
  /** `document` is what was saved, for it may have changed since. */
  | { type: "saved"; document?: EmailDocument }
  | { type: "undo" }
  | { type: "redo" };

export interface EditorState {
  document: EmailDocument;
  selectedId: string | null;
  editingId: string | null;
  /** Whether there is something to save. */
  dirty: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** What undo would undo, such as "Edit heading". */
  undoLabel: string | null;
  redoLabel: string | null;
}

export interface Editor {
  getState(): EditorState;
  subscribe(listener: () => void): () => void;
  dispatch(action: Action): void;
}
