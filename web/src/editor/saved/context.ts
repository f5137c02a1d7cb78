import { createContext, useContext, useSyncExternalStore } from "react";
import type { SavedBlock } from "../host";
import type { SavedBlocks, SavedState } from "./store";

const SavedContext = createContext<SavedBlocks | null>(null);
export const SavedProvider = SavedContext.Provider;

export function useSavedStore(): SavedBlocks {
  const store = useContext(SavedContext);
  if (!store) throw new Error("This part needs an EmailEditor around it");
  return store;
}

export function useSavedState(): SavedState {
  const store = useSavedStore();
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

export const useSavedBlocks = (): SavedBlock[] => useSavedState().blocks;
