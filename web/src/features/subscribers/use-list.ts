import { useSubscribers } from "@/api/subscribers";
import { useListState } from "@/lib/list";
import { useRemoved } from "./removals";
import { statuses } from "./status";

export const PAGE_SIZE = 50;

/** The list's filters, its place among the pages, and its rows. */
export function useList() {
  const state = useListState(statuses);
  const list = useSubscribers({ ...state.params, limit: PAGE_SIZE });
  const removed = useRemoved();
  const rows = list.data?.rows.filter(({ id }) => !removed.has(id));
  const gone = (list.data?.rows.length ?? 0) - (rows?.length ?? 0);
  const data = list.data && rows && gone > 0 ? { ...list.data, rows, total: list.data.total - gone } : list.data;
  return { ...state, list: { ...list, data }, next: state.nextAfter(data?.next ?? null) };
}

export type List = ReturnType<typeof useList>;
