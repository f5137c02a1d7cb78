import { useCallback, useEffect, useRef, useState } from "react";
import { useClearFilters, useDebounced, useFilter } from "./hooks";

const TYPING_MS = 250;

/** Where a list is among its pages: the cursors that led here. */
export function useCursors() {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    /** Of the page that is shown; none for the first. */
    cursor: cursors.at(-1),
    restart: useCallback(() => setCursors([]), []),
    previous: cursors.length > 0 ? () => setCursors((all) => all.slice(0, -1)) : null,
    /** To the page that begins at this cursor of the last answer; null at the end. */
    nextAfter: (cursor: string | null | undefined) => (cursor ? () => setCursors((all) => [...all, cursor]) : null),
  };
}

/**
 * The filters of a list of readers or campaigns, kept in the address, and its place among the pages. `own` are those that
 * only this list has, under their names in the address.
 */
export function useListState<Status extends string>(statuses: readonly Status[], own: Record<string, string> = {}) {
  const [newsletter, setNewsletter] = useFilter("newsletter");
  const [status, setStatus] = useFilter("status", statuses);
  const [query, setQuery] = useFilter("q");
  const [typed, setTyped] = useState(query);
  /** What was typed last, once it settled: the address has it a moment later, when more may be typed. */
  const asked = useRef(query);
  const settled = useDebounced(typed, TYPING_MS);
  const clear = useClearFilters();
  const { cursor, restart, previous, nextAfter } = useCursors();
  const filter = JSON.stringify([newsletter, status, query, own]);
  const [shown, setShown] = useState(filter);

  // Other filters begin at the first page, before anything is asked: a cursor means nothing to another list.
  if (shown !== filter) {
    setShown(filter);
    restart();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled.trim() === asked.current) return;
    asked.current = settled.trim();
    setQuery(asked.current);
  }, [settled]);
  // The address can also change from outside, by a search hit for instance.
  useEffect(() => {
    if (query === asked.current) return;
    asked.current = query;
    setTyped(query);
  }, [query]);

  return {
    /** As query parameters of the API; its own ones are added by who has them. */
    params: { q: query, newsletter_id: newsletter, status, cursor },
    newsletter,
    setNewsletter,
    status,
    setStatus,
    typed,
    setTyped,
    /** Changes whenever a filter does. */
    filter,
    filtered: [newsletter, status, query, ...Object.values(own)].some((value) => value !== ""),
    clear: () => {
      setTyped("");
      asked.current = "";
      clear(["newsletter", "status", "q", ...Object.keys(own)]);
    },
    previous,
    nextAfter,
  };
}

export type ListState = ReturnType<typeof useListState>;
