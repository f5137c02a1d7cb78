import { createContext, useContext } from "react";
import type { Block, BlockStyle, Theme } from "@/email/types";
import type { BlockPatch, Editor } from "../state";
import type { BlockError } from "../ui";

/** One block's fields: how to change them and what the server had to say. */
export interface Edit {
  block: Block;
  theme: Theme;
  /** The same field again within half a second is the same step of the history. */
  set: (patch: BlockPatch, field: string) => void;
  style: (patch: Partial<BlockStyle>, field: string) => void;
  /** Of a field such as "href" or "platforms.facebook". */
  error: (field: string) => string | undefined;
}

export const editOf = (editor: Editor, block: Block, theme: Theme, errors: readonly BlockError[]): Edit => ({
  block,
  theme,
  set: (patch, field) => editor.dispatch({ type: "update", id: block.id, patch, field }),
  style: (patch, field) => editor.dispatch({ type: "style", id: block.id, patch, field }),
  error: (field) => errors.find((one) => one.field === field)?.message,
});

const EditContext = createContext<Edit | null>(null);
export const EditProvider = EditContext.Provider;

export function useEdit(): Edit {
  const edit = useContext(EditContext);
  if (!edit) throw new Error("Fields belong to a block");
  return edit;
}
