import { type ReactNode, useLayoutEffect, useState } from "react";
import { type EditorState, ShownSelection, useEditorState } from "../state";
import { useElements } from "../view/context";
import { PASSING_MS } from "../view/elements";

const selectedOf = (state: EditorState) => state.selectedId;

/** Gives the panels inside the selection once it rests: arrows held down pass by many blocks, and wait for no panel. */
export function RestingSelection({ children }: { children: ReactNode }) {
  const elements = useElements();
  const id = useEditorState(selectedOf);
  const [shown, show] = useState(id);
  useLayoutEffect(() => {
    if (!elements.passing) return show(id);
    const timer = setTimeout(() => show(id), PASSING_MS);
    return () => clearTimeout(timer);
  }, [elements, id]);
  return <ShownSelection value={shown}>{children}</ShownSelection>;
}
