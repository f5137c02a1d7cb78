import useSWR from "swr";
import { rateOf } from "@/lib/format";
import { read, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

/** The ranges of the Analytics page, by the names the API has for them. */
export type AnalyticsRange = Answer<"AnalyticsRange">;
export type Analytics = Answer<"Analytics">;
export type AnalyticsTotals = Answer<"AnalyticsTotals">;
/** One day, or one week by its Monday. */
export type AnalyticsPoint = Answer<"AnalyticsPoint">;
export type AnalyticsNewsletter = Answer<"AnalyticsNewsletter">;
export type AnalyticsCampaign = Answer<"AnalyticsCampaign">;
export type NewsletterAnalytics = Answer<"NewsletterAnalytics">;

/** The Analytics page asks again by itself; the counters behind it move all the time. */
const FRESH_MS = 60_000;

export const useAnalytics = (range: AnalyticsRange, newsletter: string) =>
  useData(urlOf("/api/analytics", { range, newsletter_id: newsletter }), { refreshInterval: FRESH_MS });

export interface OverallAnalytics {
  total_campaigns: number;
  total_sends: number;
  total_opens: number;
  total_clicks: number;
  total_bounces: number;
  open_rate: number;
  click_rate: number;
  bounce_rate: number;
}

export function sumAnalytics(parts: NewsletterAnalytics[]): OverallAnalytics {
  const sum = (pick: (part: NewsletterAnalytics) => number) => parts.reduce((total, part) => total + pick(part), 0);
  const sends = sum((part) => part.total_sends);
  const opens = sum((part) => part.total_opens);
  const clicks = sum((part) => part.total_clicks);
  const bounces = sum((part) => part.total_bounces);
  return {
    total_campaigns: sum((part) => part.total_campaigns),
    total_sends: sends,
    total_opens: opens,
    total_clicks: clicks,
    total_bounces: bounces,
    open_rate: rateOf(opens, sends),
    click_rate: rateOf(clicks, sends),
    bounce_rate: rateOf(bounces, sends),
  };
}

/** Sums every newsletter's figures; a newsletter whose figures can't be had is skipped. */
export async function overallAnalytics(newsletterIds: readonly number[]): Promise<OverallAnalytics> {
  const answers = await Promise.allSettled(
    newsletterIds.map((id) => read(urlOf("/api/newsletters/{newsletter_id}/analytics", { newsletter_id: id }))),
  );
  const parts = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  if (parts.length === 0) throw new Error("No analytics data available");
  return sumAnalytics(parts);
}

/** Null until there is a newsletter to ask about. */
export function useOverallAnalytics(newsletterIds: readonly number[] | undefined) {
  const key = newsletterIds && newsletterIds.length > 0 ? (["overall-analytics", ...newsletterIds] as const) : null;
  return useSWR<OverallAnalytics, Error>(key, () => overallAnalytics(newsletterIds ?? []));
}
