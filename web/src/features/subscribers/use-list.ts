import { useState } from "react";
import { subscribersAhead, useSubscribers } from "@/api/subscribers";
import { useFilter, useMedia } from "@/lib/hooks";
import { useListState } from "@/lib/list";
import { useRemoved } from "./removals";
import { statuses } from "./status";

/** About three screens of them, on a desk and on a phone. */
const ON_A_DESK = 40;
const ON_A_PHONE = 20;

const PHONE = "(max-width: 639px)";

export const listAhead = () => subscribersAhead({ limit: matchMedia(PHONE).matches ? ON_A_PHONE : ON_A_DESK });

/** The list's filters, its place among the pages, and its rows. */
export function useList() {
  const [tag, setTag] = useFilter("tag");
  const [clicked, setClicked] = useState("");
  const state = useListState(statuses, { tag });
  const isPhone = useMedia(PHONE);
  const list = useSubscribers({ ...state.params, tag, limit: isPhone ? ON_A_PHONE : ON_A_DESK });
  const removed = useRemoved();
  const rows = list.data?.rows.filter(({ id }) => !removed.has(id));
  const gone = (list.data?.rows.length ?? 0) - (rows?.length ?? 0);
  const data = list.data && rows && gone > 0 ? { ...list.data, rows, total: list.data.total - gone } : list.data;
  return {
    ...state,
    tag,
    /** It was chosen here, not in the address. */
    isTagClicked: tag === clicked,
    showTag: (next: string) => {
      setClicked(next);
      setTag(next);
    },
    list: { ...list, data },
    next: state.nextAfter(data?.next ?? null),
  };
}

export type List = ReturnType<typeof useList>;
