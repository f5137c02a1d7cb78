import { useEffect, useRef } from "react";
import useSWR, { type Key, type SWRConfiguration, type SWRResponse, unstable_serialize, useSWRConfig } from "swr";
import { type ListPath, type Page, type RowOf, read, readPage, type Url } from "./client";
import { isStatus, mayPass } from "./problem";
import type { AnswerOf, Path, PathOf } from "./schema";
import { currentAuthor, sessionEnding } from "./session";

export const swrDefaults: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  revalidateIfStale: true,
  dedupingInterval: 5000,
  shouldRetryOnError: mayPass,
  errorRetryCount: 3,
  errorRetryInterval: 1000,
  onError: (error: unknown) => {
    // What was still on its way when the session ended is refused, and nobody waits for it any more.
    if (!isStatus(error, 401) || (currentAuthor() && !sessionEnding())) console.error("SWR Error", error);
  },
};

/** How what is at a path is asked for again. */
export type OptionsOf<P extends PathOf<"GET">> = SWRConfiguration<AnswerOf<"GET", P>, Error>;
export type OptionsOfPage<P extends ListPath> = SWRConfiguration<Page<RowOf<P>>, Error>;

/** What is at an address; nothing is asked while there is none. */
export function useData<P extends PathOf<"GET">>(
  url: Url<P> | null,
  options?: OptionsOf<P>,
): SWRResponse<AnswerOf<"GET", P>, Error> {
  return useSWR<AnswerOf<"GET", P>, Error>(url, (key: Url<P>) => read(key), options);
}

/**
 * Asks again every `ms` while somebody looks; never if 0. For lists that are watched only while something in them is under
 * way: an interval that SWR computes from them begins anew whenever the page is drawn, and may never end.
 */
export function useAgain(ms: number, ask: () => Promise<unknown>) {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (ms === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const wait = () => {
      timer = setTimeout(async () => {
        if (document.visibilityState === "visible") await latest.current().catch(() => undefined);
        if (!isOver) wait();
      }, ms);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ms]);
}

export type PageKey<P extends ListPath> = readonly ["page", Url<P>];
/** Pages have keys of their own: the same address read whole and read as a page are different values. */
export const pageKey = <P extends ListPath>(url: Url<P>): PageKey<P> => ["page", url];

/** A page of the list at an address; nothing is asked while there is none. */
export function usePage<P extends ListPath>(
  url: Url<P> | null,
  options?: OptionsOfPage<P>,
): SWRResponse<Page<RowOf<P>>, Error> {
  return useSWR<Page<RowOf<P>>, Error>(url && pageKey(url), ([, key]: PageKey<P>) => readPage(key), options);
}

/** Where what was read of an author is kept. */
let kept: Pick<ReturnType<typeof useSWRConfig>, "cache" | "mutate"> | null = null;
const coming = new Set<string>();

/** What is asked for ahead is kept here, with all that is read below this place. */
export function useKeptHere() {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    kept = { cache, mutate };
    return () => {
      kept = null;
      coming.clear();
    };
  }, [cache, mutate]);
}

/** What is kept already is left: the page shows it, and asks again. What doesn't come is asked for by the page itself. */
export function keepAhead(key: Key, ask: () => Promise<unknown>) {
  const name = unstable_serialize(key);
  if (!kept || coming.has(name) || kept.cache.get(name)?.data !== undefined) return;
  coming.add(name);
  kept
    .mutate(key, ask(), { revalidate: false })
    .catch(() => undefined)
    .finally(() => coming.delete(name));
}

/** Asks for what is at an address before `useData` does. */
export const fetchAhead = <P extends PathOf<"GET">>(url: Url<P>) => keepAhead(url, () => read(url));

/** Asks for a page of the list at an address before `usePage` does. */
export const fetchPageAhead = <P extends ListPath>(url: Url<P>) => keepAhead(pageKey(url), () => readPage(url));

/** A matcher for SWR's mutate: every key that begins with one of the paths, whole or as a page. */
export function under(...prefixes: (Path | `${Path}?`)[]): (key: unknown) => boolean {
  return (key) => {
    const path = Array.isArray(key) ? key[1] : key;
    return typeof path === "string" && prefixes.some((prefix) => path.startsWith(prefix));
  };
}
