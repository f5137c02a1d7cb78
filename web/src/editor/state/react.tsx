import { createContext, type ReactNode, useCallback, useContext, useDeferredValue, useSyncExternalStore } from "react";
import { cleanTheme } from "@/email";
import type { Block, Theme, ThemeOverrides } from "@/email/types";
import { findEntry } from "./tree";
import type { Editor, EditorState } from "./types";

const EditorContext = createContext<Editor | null>(null);

export function EditorProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  return <EditorContext value={editor}>{children}</EditorContext>;
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor needs an EditorProvider around it");
  return editor;
}

/** A part of the state; renders again only when that part is another. Give parts as they are, not copies of them. */
export function useEditorState<T>(selector: (state: EditorState) => T): T {
  const editor = useEditor();
  const read = useCallback(() => selector(editor.getState()), [editor, selector]);
  return useSyncExternalStore(editor.subscribe, read);
}

/** One block; null once it is gone. */
export function useBlock(id: string | null): Block | null {
  const select = useCallback(
    (state: EditorState) => (id === null ? null : (findEntry(state.document.blocks, id)?.block ?? null)),
    [id],
  );
  return useEditorState(select);
}

const ShownContext = createContext<string | null | undefined>(undefined);

/** Gives the parts inside another selection than the mail's: one that waits, for example. */
export const ShownSelection = ShownContext.Provider;

/** The selected block; null when there is none. */
export function useSelectedBlock(): Block | null {
  const shown = useContext(ShownContext);
  const selected = useEditorState(shown === undefined ? selectedId : nothing);
  const block = useBlock(shown === undefined ? selected : shown);
  const late = useDeferredValue(block);
  const writing = useEditorState(editingId) !== null;
  // Nothing of it is written in the panel then, so the panel may follow when there is time.
  return writing && late !== null && late.id === block?.id ? late : block;
}

const editingId = (state: EditorState) => state.editingId;
const nothing = () => null;
const selectedId = (state: EditorState) => state.selectedId;

const themes = new WeakMap<ThemeOverrides, Theme>();

/** The whole theme of these overrides, fit to be shown, and the same object each time. */
export function themeOf(overrides: ThemeOverrides): Theme {
  const known = themes.get(overrides);
  if (known) return known;
  const theme = cleanTheme(overrides);
  themes.set(overrides, theme);
  return theme;
}

const currentTheme = (state: EditorState) => themeOf(state.document.theme);

export const useTheme = () => useEditorState(currentTheme);
