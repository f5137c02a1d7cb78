import { type RefObject, useEffect, useState } from "react";
import type { Editor } from "../state";
import { dropDraft, writeDraft } from "./drafts";

/** Long enough not to be in the way of typing, short enough to lose no more than a word. */
const AFTER_MS = 1000;

/** Keeps what is not saved in this browser. Says whether it has room for it. */
export function useAutosave(editor: Editor, key: string, revision: RefObject<number | null>): boolean {
  const [kept, setKept] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = editor.getState().document;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      const { dirty, document } = editor.getState();
      if (dirty) setKept(writeDraft(key, { document, revision: revision.current, at: Date.now() }));
    };
    const stop = editor.subscribe(() => {
      const { dirty, document } = editor.getState();
      if (!dirty) {
        clearTimeout(timer);
        timer = undefined;
        if (document !== last) dropDraft(key);
      } else if (document !== last) timer ??= setTimeout(write, AFTER_MS);
      last = document;
    });
    // A tab that is hidden may never come back.
    const hidden = () => document.visibilityState === "hidden" && write();
    addEventListener("pagehide", write);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stop();
      if (timer) write();
      removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [editor, key, revision]);
  return kept;
}
