import { createContext, useContext, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { EditorHost } from "./host";
import type { Place } from "./state";

export type Device = "desktop" | "phone";
export type PanelName = "components" | "properties" | "theme" | "checks";

/** An error at a field of a block, such as "href". */
export interface BlockError {
  field: string;
  message: string;
}

/** What may stand over the editor. */
export type Overlay =
  | { name: "insert"; at: Place | null }
  | { name: "move"; id: string }
  | { name: "name-block" | "rename-block"; id: string }
  | { name: "shortcuts" | "load" | "html" | "import" | "clients" | "versions" };

/** What is seen rather than written: not part of the mail, and not undone. */
export interface UiState {
  device: Device;
  /** The panel at the right; on small screens the tab under the canvas, null when it is folded. */
  panel: PanelName | null;
  overlay: Overlay | null;
  saving: boolean;
  /** What the server refused, by block; "" holds what belongs to no block. */
  errors: ReadonlyMap<string, BlockError[]>;
}

export interface Ui {
  getState(): UiState;
  subscribe(listener: () => void): () => void;
  set(patch: Partial<UiState>): void;
  /** Says something to screen readers. */
  announce(text: string): void;
  /** Where announcements go. */
  setAnnouncer(say: (text: string) => void): void;
}

export function createUi(): Ui {
  const listeners = new Set<() => void>();
  const device = matchMedia("(max-width: 639px)").matches ? "phone" : "desktop";
  let state: UiState = { device, panel: "components", overlay: null, saving: false, errors: new Map() };
  let say: (text: string) => void = () => undefined;
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    set(patch) {
      state = { ...state, ...patch };
      for (const listener of listeners) listener();
    },
    announce: (text) => say(text),
    setAnnouncer(next) {
      say = next;
    },
  };
}

/** Closes what stands over the editor, then does it: dialogs give the focus back first, and what was done takes it. */
export function closeThen(ui: Ui, task: () => void) {
  flushSync(() => ui.set({ overlay: null }));
  setTimeout(task);
}

export interface Surroundings {
  host: EditorHost;
  mode: "template" | "campaign";
  ui: Ui;
}

const SurroundingsContext = createContext<Surroundings | null>(null);
export const SurroundingsProvider = SurroundingsContext.Provider;

export function useSurroundings(): Surroundings {
  const value = useContext(SurroundingsContext);
  if (!value) throw new Error("This part needs an EmailEditor around it");
  return value;
}

export const useHost = () => useSurroundings().host;
export const useUi = () => useSurroundings().ui;

export function useUiState<T>(selector: (state: UiState) => T): T {
  const ui = useUi();
  return useSyncExternalStore(ui.subscribe, () => selector(ui.getState()));
}
