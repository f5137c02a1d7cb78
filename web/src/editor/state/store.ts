import type { EmailDocument } from "@/email/types";
import { advance, startHistory, viewOf } from "./history";
import type { Action, Editor } from "./types";

/** One mail being written: what it is, what is selected, and the way back. */
export function createEditor(document: EmailDocument, { clock = Date.now }: { clock?: () => number } = {}): Editor {
  const listeners = new Set<() => void>();
  let history = startHistory(document);
  let view = viewOf(history);
  return {
    getState: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    dispatch(action: Action) {
      const next = advance(history, action, clock());
      if (next === history) return;
      history = next;
      view = viewOf(history);
      for (const listener of listeners) listener();
    },
  };
}
