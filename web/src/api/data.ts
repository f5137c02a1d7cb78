import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import { isThisMonth } from "@/lib/format";
import { type Page, request, requestPage, withQuery } from "./client";
import { isStatus } from "./problem";
import { currentAuthor, sessionEnding } from "./session";
import type {
  Campaign,
  CampaignAnalytics,
  CapturedMail,
  CapturedMessage,
  Delivery,
  Import,
  Newsletter,
  NewsletterAnalytics,
  Overview,
  Preview,
  Report,
  SearchResult,
  Subscriber,
  SubscriberStats,
} from "./types";

/** The only paths that screens may read. A key that is not here is a mistake in the app, not a request to the server. */
const KNOWN: RegExp[] = [
  /^\/api\/newsletters$/,
  /^\/api\/newsletters\/\d+$/,
  /^\/api\/newsletters\/\d+\/subscribers$/,
  /^\/api\/newsletters\/\d+\/campaigns$/,
  /^\/api\/newsletters\/\d+\/campaigns\/\d+$/,
  /^\/api\/newsletters\/\d+\/analytics$/,
  /^\/api\/newsletters\/\d+\/campaigns\/\d+\/analytics$/,
  /^\/api\/domains$/,
  /^\/api\/domains\/\d+$/,
  /^\/api\/domains\/\d+\/(dns-records|verification-status|metrics)$/,
  /^\/api\/suppressions$/,
  /^\/api\/bounces\/unknown$/,
  /^\/api\/bounces\/unknown\/\d+$/,
  /^\/api\/notices$/,
  /^\/api\/templates$/,
  /^\/api\/templates\/\d+$/,
  /^\/api\/me$/,
  /^\/api\/me\/(holdings|security|sessions|audit)$/,
  /^\/api\/settings$/,
  /^\/api\/api-keys$/,
  /^\/api\/webhooks$/,
  /^\/api\/webhooks\/\d+\/deliveries$/,
  /^\/api\/analytics$/,
  /^\/api\/openapi\.json$/,
  /^\/api\/(installation|doctor)$/,
  /^\/api\/overview$/,
  /^\/api\/search$/,
  /^\/api\/subscribers$/,
  /^\/api\/subscribers\/stats$/,
  /^\/api\/campaigns$/,
  /^\/api\/imports$/,
  /^\/api\/imports\/\d+$/,
  /^\/api\/newsletters\/\d+\/campaigns\/\d+\/(preview|report|deliveries|link-map)$/,
  /^\/api\/newsletters\/\d+\/campaigns\/\d+\/(checks|dry-run)$/,
  /^\/api\/schedule\/(resolve|zones)$/,
  /^\/api\/captured-mail$/,
  /^\/api\/captured-mail\/\d+$/,
];

function check(path: string) {
  const bare = path.split("?")[0]?.replace(/\/$/, "") ?? "";
  if (!KNOWN.some((pattern) => pattern.test(bare))) throw new Error(`Unknown endpoint: ${path}`);
}

export async function fetchData<T>(path: string): Promise<T> {
  check(path);
  return await request<T>("GET", path);
}

export async function fetchPage<T>(path: string): Promise<Page<T>> {
  check(path);
  return await requestPage<T>(path);
}

export const swrDefaults: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  revalidateIfStale: true,
  dedupingInterval: 5000,
  errorRetryCount: 3,
  errorRetryInterval: 1000,
  onError: (error: unknown) => {
    // What was still on its way when the session ended is refused, and nobody waits for it any more.
    if (!isStatus(error, 401) || (currentAuthor() && !sessionEnding())) console.error("SWR Error", error);
  },
};

type Options<T> = SWRConfiguration<T, Error>;

export function useData<T>(path: string | null, options?: Options<T>): SWRResponse<T, Error> {
  return useSWR<T, Error>(path, (key: string) => fetchData<T>(key), options);
}

/** Pages have keys of their own: the same path read whole and read as a page are different values. */
export const pageKey = (path: string) => ["page", path] as const;

export function usePage<T>(path: string | null, options?: Options<Page<T>>): SWRResponse<Page<T>, Error> {
  return useSWR<Page<T>, Error>(
    path === null ? null : pageKey(path),
    ([, key]: readonly [string, string]) => fetchPage<T>(key),
    options,
  );
}

export const useNewsletters = () => useData<Newsletter[]>("/api/newsletters?limit=1000");
export const useNewsletterAnalytics = (id: number | null) =>
  useData<NewsletterAnalytics>(id === null ? null : `/api/newsletters/${id}/analytics`);
export const useOverview = () => useData<Overview>("/api/overview", { refreshInterval: 60_000 });
export const useSearch = (query: string) =>
  useData<SearchResult>(query === "" ? null : `/api/search?q=${encodeURIComponent(query)}`, { keepPreviousData: true });
export const useSubscribers = (path: string | null) => usePage<Subscriber>(path, { keepPreviousData: true });
export const useSubscriberStats = (path: string) => useData<SubscriberStats>(path, { keepPreviousData: true });
export const useImport = (id: number | null, options?: Options<Import>) =>
  useData<Import>(id === null ? null : `/api/imports/${id}`, options);
export const useImports = (path: string) => useData<Import[]>(path);
export const useCampaigns = (path: string | null, options?: Options<Page<Campaign>>) =>
  usePage<Campaign>(path, { keepPreviousData: true, ...options });
/** How many campaigns were made in the present calendar month: the newest come first, so it reads until an older one. */
async function createdThisMonth(): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: Page<Campaign> = await fetchPage<Campaign>(withQuery("/api/campaigns", { limit: 500, cursor }));
    const ofMonth = page.rows.filter(({ created_at }) => isThisMonth(created_at)).length;
    count += ofMonth;
    cursor = ofMonth === page.rows.length ? page.next : null;
  } while (cursor !== null);
  return count;
}

/** Under a path that `under("/api/campaigns")` finds. */
export const useCreatedThisMonth = () =>
  useSWR<number, Error>(["this-month", "/api/campaigns"], () => createdThisMonth());
export const useCampaign = (path: string | null) => useData<Campaign>(path);
export const useCampaignAnalytics = (path: string | null) => useData<CampaignAnalytics>(path);
export const usePreview = (path: string | null) => useData<Preview>(path, { keepPreviousData: true });
export const useReport = (path: string | null, options?: Options<Report>) => useData<Report>(path, options);
export const useDeliveries = (path: string | null, options?: Options<Page<Delivery>>) =>
  usePage<Delivery>(path, { keepPreviousData: true, ...options });
export const useCapturedMail = (path: string | null, options?: Options<Page<CapturedMail>>) =>
  usePage<CapturedMail>(path, { keepPreviousData: true, ...options });
export const useCapturedMessage = (id: number | null) =>
  useData<CapturedMessage>(id === null ? null : `/api/captured-mail/${id}`);

/** A matcher for SWR's mutate: every key that begins with one of the paths, whole or as a page. */
export function under(...prefixes: string[]): (key: unknown) => boolean {
  return (key) => {
    const path = Array.isArray(key) ? key[1] : key;
    return typeof path === "string" && prefixes.some((prefix) => path.startsWith(prefix));
  };
}
