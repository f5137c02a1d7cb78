import { useCallback } from "react";
import { renderDocument, renderText } from "@/email";
import { warn } from "@/lib/notify";
import type { SaveResult } from "../host";
import type { Editor } from "../state";
import type { Surroundings } from "../ui";
import { say } from "../words";
import { errorsByBlock } from "./errors";

/** Tells a save that ended in no answer at all. */
export function tellException(mode: Surroundings["mode"], error: unknown): SaveResult {
  const message = say.anErrorOccurredWhileSaving(mode);
  console.error(message, error);
  warn(message);
  return { ok: false, message };
}

async function send({ host, mode }: Surroundings, editor: Editor): Promise<SaveResult> {
  const { document } = editor.getState();
  // A campaign's preheader is put in when it is sent.
  const html = renderDocument(document, { preheader: mode === "template" });
  try {
    return await host.save(document, html, renderText(document));
  } catch (error) {
    return tellException(mode, error);
  }
}

/** Saves what has changed; says nothing of a failure that the host has told. */
export function useSave(editor: Editor, surroundings: Surroundings, onSaved?: () => void): () => Promise<void> {
  return useCallback(async () => {
    const { ui } = surroundings;
    const { dirty, document } = editor.getState();
    if (!dirty || ui.getState().saving) return;
    ui.set({ saving: true, errors: new Map() });
    const result = await send(surroundings, editor);
    ui.set({ saving: false });
    if (result.ok) {
      editor.dispatch({ type: "saved", document });
      onSaved?.();
      return;
    }
    const errors = errorsByBlock(document.blocks, result.errors ?? []);
    const [first] = [...errors.keys()].filter((id) => id !== "");
    ui.set({ errors, ...(first ? { panel: "properties" } : {}) });
    if (first) editor.dispatch({ type: "select", id: first });
  }, [editor, surroundings, onSaved]);
}
