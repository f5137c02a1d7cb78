import { useDeferredValue, useSyncExternalStore } from "react";
import { useEditor } from "../state";
import { type Report, reportsOf } from "./report";

/** The last look at the mail; null before the first. A moment behind what is being typed. */
export function useReport(): Report | null {
  const store = reportsOf(useEditor());
  return useDeferredValue(useSyncExternalStore(store.subscribe, store.get));
}
