import type { Analytics, LinkMap, Range } from "./analytics-types";
import { request, withQuery } from "./client";
import { useData } from "./data";
import type { Body, Campaign } from "./types";

/** The Analytics page asks again by itself; the counters behind it move all the time. */
const FRESH_MS = 60_000;

export const useAnalytics = (range: Range, newsletter: string) =>
  useData<Analytics>(withQuery("/api/analytics", { range, newsletter_id: newsletter }), {
    refreshInterval: FRESH_MS,
  });

export const useLinkMap = (campaignUrl: string | null) =>
  useData<LinkMap>(campaignUrl === null ? null : `${campaignUrl}/link-map`);

export type ResendTo = Body<"Resend">["to"];

/** Makes a draft for those who did not open, or did not get, a campaign. */
export const resendCampaign = (campaignUrl: string, to: ResendTo, idempotencyKey: string) =>
  request<Campaign>("POST", `${campaignUrl}/resend`, { body: { to }, idempotencyKey });

export const proofPath = (campaignUrl: string) => `${campaignUrl}/deliveries.csv`;
