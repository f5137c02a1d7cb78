import { withQuery } from "@/api/client";
import { useSubscribers } from "@/api/data";
import { useListState } from "@/lib/list";
import { statuses } from "./status";

export const PAGE_SIZE = 50;

/** The list's filters, its place among the pages, and its rows. */
export function useList() {
  const state = useListState(statuses);
  const list = useSubscribers(withQuery("/api/subscribers", { ...state.params, limit: PAGE_SIZE }));
  return { ...state, list, next: state.nextAfter(list.data?.next ?? null) };
}

export type List = ReturnType<typeof useList>;
