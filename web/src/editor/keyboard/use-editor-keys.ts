import { useEffect } from "react";
import type { Commands } from "../commands";
import { hasMod, isWriting, overlayIsOpen } from "./keys";

/** Saving, undo and redo work wherever the focus is; text that is being written has an undo of its own. */
export function useEditorKeys(commands: Commands, save: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !hasMod(event) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "s" && !event.shiftKey) {
        event.preventDefault();
        if (!overlayIsOpen()) save();
        return;
      }
      if (overlayIsOpen() || isWriting(event.target)) return;
      if (key === "z" && !event.shiftKey) commands.undo();
      else if ((key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey)) commands.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [commands, save]);
}
