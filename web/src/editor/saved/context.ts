import { createContext, useContext, useSyncExternalStore } from "react";
import type { SavedBlock, SavedBlocks } from "./store";

const SavedContext = createContext<SavedBlocks | null>(null);
export const SavedProvider = SavedContext.Provider;

export function useSavedStore(): SavedBlocks {
  const store = useContext(SavedContext);
  if (!store) throw new Error("This part needs an EmailEditor around it");
  return store;
}

export function useSavedBlocks(): SavedBlock[] {
  const store = useSavedStore();
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
