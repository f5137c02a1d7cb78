import { useEffect } from "react";
import { untilSave } from "@/lib/save-pace";
import type { Editor } from "../state";

/** Saves on the server while somebody writes, and at once when they look elsewhere. */
export function useServerSaves(editor: Editor, saveNow: () => Promise<boolean>, on: boolean) {
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since: number | null = null;
    let last = editor.getState().document;
    const save = () => {
      clearTimeout(timer);
      since = null;
      if (editor.getState().dirty) void saveNow();
    };
    const later = () => {
      clearTimeout(timer);
      since ??= Date.now();
      timer = setTimeout(save, untilSave(since));
    };
    const stop = editor.subscribe(() => {
      const { dirty, document } = editor.getState();
      if (dirty && document !== last) later();
      last = document;
    });
    const hidden = () => document.visibilityState === "hidden" && save();
    addEventListener("blur", save);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stop();
      clearTimeout(timer);
      removeEventListener("blur", save);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [editor, saveNow, on]);
}
