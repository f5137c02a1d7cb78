import type { CampaignRef } from "./campaigns";
import { download, request, send, urlOf } from "./client";
import { readEvents } from "./events";
import { type OptionsOf, type OptionsOfPage, useData, usePage } from "./hooks";
import type { Answer, Body, QueryOf } from "./schema";

/** `uncertain`: everyone whose copy was ever in doubt, also when that has been settled since. The first 100. */
export type Report = Answer<"Report">;
/** What a report says of opens, clicks and departures. */
export type ReportFigures = Answer<"Engagement"> & Pick<Report, "origin">;
export type Ledger = Answer<"Ledger">;
export type LedgerState = Exclude<keyof Ledger, "intended">;
export type Delivery = Answer<"Delivery">;
export type Reason = Answer<"Reason">;
export type Decision = Body<"Decision">;
/** The median of the newsletter's last campaigns. */
export type Usual = Answer<"Usual">;
export type LinkFigures = Answer<"LinkFigures">;
export type AbTestReport = Answer<"AbTestReport">;
/** Why the mail server takes nothing, and since when. */
export type SendingTrouble = Answer<"SendingTrouble">;

/** The data of a progress event; the document does not describe what a stream carries. */
export interface Progress extends Pick<Report, "status" | "pause_reason" | "ledger" | "rate_per_second" | "trouble"> {
  /** A test that is not decided yet. */
  ab_test: {
    /** Sampling until all of the sample has its email, then waiting for the choice. */
    state: "sampling" | "waiting";
    /** Readers who wait for the winner. */
    rest: number;
    decides_at: string;
  } | null;
  seconds_left: number | null;
  errors: Reason[];
}

const CAMPAIGN = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}";
const REPORT = `${CAMPAIGN}/report` as const;
const DELIVERIES = `${CAMPAIGN}/deliveries` as const;
const ids = ({ newsletter_id, id }: CampaignRef) => ({ newsletter_id, campaign_id: id });

export const useReport = (campaign: CampaignRef | null, options?: OptionsOf<typeof REPORT>) =>
  useData(campaign && urlOf(REPORT, ids(campaign)), options);
export const useLinkMap = (campaign: CampaignRef) => useData(urlOf(`${CAMPAIGN}/link-map`, ids(campaign)));
export const useDeliveries = (
  campaign: CampaignRef,
  query: QueryOf<typeof DELIVERIES>,
  options?: OptionsOfPage<typeof DELIVERIES>,
) => usePage(urlOf(DELIVERIES, { ...ids(campaign), ...query }), { keepPreviousData: true, ...options });
export const resolveDelivery = (campaign: CampaignRef, subscriber_id: number, as: Decision) =>
  request("POST", urlOf(`${DELIVERIES}/{subscriber_id}/resolve`, { ...ids(campaign), subscriber_id }), {
    body: { as },
  });
/** What became of each mail, as CSV. */
export const downloadProof = (campaign: CampaignRef, fileName: string) =>
  download(urlOf(`${CAMPAIGN}/deliveries.csv`, ids(campaign)), fileName);

const hasFigures = (progress: Partial<Progress>): progress is Progress => Boolean(progress.ledger);

/** What is told while a campaign is sent. The last event carries the last figures, or tells only that it is over. */
export async function* followProgress(campaign: CampaignRef, signal: AbortSignal) {
  const stream = await send("GET", urlOf(`${CAMPAIGN}/progress`, ids(campaign)), { signal }, "text/event-stream");
  for await (const { event, data } of readEvents(stream)) {
    const told: Partial<Progress> = JSON.parse(data);
    yield { progress: hasFigures(told) ? told : null, isOver: event === "done" };
  }
}
