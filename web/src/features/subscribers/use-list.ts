import { useEffect, useState } from "react";
import { withQuery } from "@/api/client";
import { useSubscribers } from "@/api/data";
import { useDebounced, useFilter } from "@/lib/hooks";
import { statuses } from "./status";

export const PAGE_SIZE = 50;

/** The list's filters, its place among the pages, and its rows. */
export function useList() {
  const [newsletter, setNewsletter] = useFilter("newsletter");
  const [status, setStatus] = useFilter("status", statuses);
  const [query, setQuery] = useFilter("q");
  const [typed, setTyped] = useState(query);
  const settled = useDebounced(typed, 250);
  const [cursors, setCursors] = useState<string[]>([]);
  const filter = JSON.stringify([newsletter, status, query]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled.trim() !== query) setQuery(settled.trim());
  }, [settled]);
  // The address can also change from outside, by a search hit for instance.
  useEffect(() => setTyped((now) => (now.trim() === query ? now : query)), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters begin at the first page
  useEffect(() => setCursors([]), [filter]);

  const path = withQuery("/api/subscribers", {
    q: query,
    newsletter_id: newsletter,
    status,
    limit: PAGE_SIZE,
    cursor: cursors.at(-1),
  });
  const list = useSubscribers(path);
  const next = list.data?.next ?? null;
  return {
    list,
    newsletter,
    setNewsletter,
    status,
    setStatus,
    typed,
    setTyped,
    filtered: newsletter !== "" || status !== "" || query !== "",
    clear: () => {
      setTyped("");
      setNewsletter("");
      setStatus("");
    },
    previous: cursors.length > 0 ? () => setCursors((all) => all.slice(0, -1)) : null,
    next: next ? () => setCursors((all) => [...all, next]) : null,
    filter,
  };
}

export type List = ReturnType<typeof useList>;
