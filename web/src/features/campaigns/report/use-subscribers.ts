import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { CampaignRef } from "@/api/campaigns";
import { useDeliveries } from "@/api/reports";
import { useDebounced, useMedia } from "@/lib/hooks";
import { useCursors } from "@/lib/list";
import { ledgerStates } from "../ledger";
import { acts, returns, type SubscriberFilter } from "./tabs";

const TYPING_MS = 250;
const AGAIN_MS = 5000;

const filters: SubscriberFilter[] = [
  ...ledgerStates,
  ...acts.map(({ value }) => value),
  ...returns.map(({ value }) => value),
];
const isReturn = (filter: string) => returns.some(({ value }) => value === filter);
/** The server searches among the states of the ledger only. */
const isSearchable = (filter: string) => ledgerStates.some((state) => state === filter);

/** Which of a campaign's subscribers are shown; kept in the address. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const filter = filters.find((name) => name === params.get("state")) ?? "";
  const query = params.get("q") ?? "";
  const set = (state: string, q: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of [
          ["state", state],
          ["q", q],
        ] as const) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return { filter, query, set };
}

/** A page of the campaign's subscribers, what they are filtered by, and the pages beside it. */
export function useSubscribers(campaign: CampaignRef, live: boolean) {
  const { filter, query, set } = useFilters();
  const [typed, setTyped] = useState(query);
  const settled = useDebounced(typed, TYPING_MS).trim();
  const { cursor, restart, previous, nextAfter } = useCursors();
  // A page is no longer than three screens.
  const limit = useMedia("(min-width: 640px)") ? 40 : 25;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled !== query) set(isSearchable(filter) ? filter : "", settled);
  }, [settled]);
  // The address can also change from outside, by going back for instance.
  useEffect(() => setTyped((now) => (now.trim() === query ? now : query)), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters begin at the first page
  useEffect(restart, [filter, query]);
  const list = useDeliveries(
    campaign,
    { ...(isReturn(filter) ? { event: filter } : { state: filter }), q: query, limit, cursor },
    { refreshInterval: live ? AGAIN_MS : 0 },
  );
  return {
    list,
    filter,
    setFilter: (next: string) => {
      const kept = next === "" || isSearchable(next) ? typed.trim() : "";
      setTyped(kept);
      set(next, kept);
    },
    typed,
    setTyped,
    clear: () => {
      setTyped("");
      set("", "");
    },
    previous,
    next: nextAfter(list.data?.next),
  };
}

export type SubscriberList = ReturnType<typeof useSubscribers>;
