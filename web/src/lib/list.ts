import { useCallback, useEffect, useState } from "react";
import { useDebounced, useFilter } from "./hooks";

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

/** The filters of a list of readers or campaigns, kept in the address, and its place among the pages. */
export function useListState<Status extends string>(statuses: readonly Status[]) {
  const [newsletter, setNewsletter] = useFilter("newsletter");
  const [status, setStatus] = useFilter("status", statuses);
  const [query, setQuery] = useFilter("q");
  const [typed, setTyped] = useState(query);
  const settled = useDebounced(typed, TYPING_MS);
  const { cursor, restart, previous, nextAfter } = useCursors();
  const filter = JSON.stringify([newsletter, status, query]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled.trim() !== query) setQuery(settled.trim());
  }, [settled]);
  // The address can also change from outside, by a search hit for instance.
  useEffect(() => setTyped((now) => (now.trim() === query ? now : query)), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters begin at the first page
  useEffect(restart, [filter]);

  return {
    /** As query parameters of the API. */
    params: { q: query, newsletter_id: newsletter, status, cursor },
    newsletter,
    setNewsletter,
    status,
    setStatus,
    typed,
    setTyped,
    /** Changes whenever a filter does. */
    filter,
    filtered: newsletter !== "" || status !== "" || query !== "",
    clear: () => {
      setTyped("");
      setNewsletter("");
      setStatus("");
    },
    previous,
    nextAfter,
  };
}

export type ListState = ReturnType<typeof useListState>;
