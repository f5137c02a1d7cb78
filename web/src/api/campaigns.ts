import useSWR from "swr";
import { isThisMonth } from "@/lib/format";
import { type Page, read, readPage, request, urlOf } from "./client";
import { fetchPageAhead, useData, usePage } from "./hooks";
import type { Answer, Body, QueryOf } from "./schema";
import { sendForm } from "./upload";

export type Campaign = Answer<"Campaign">;
export type CampaignStatus = Answer<"CampaignStatus">;
export type NewCampaign = Body<"NewCampaign">;
export type UpdateCampaign = Body<"UpdateCampaign">;
/** Whether opens and clicks are counted, and whether it is known whose they are. */
export type Tracking = Answer<"Tracking">;
export type Schedule = Answer<"Schedule">;
export type Repeat = Answer<"Repeat">;
export type ScheduleCampaign = Body<"ScheduleCampaign">;
/** The campaign that another one was made from. */
export type Origin = Answer<"Origin">;
/** Who gets it; null stands for all active readers. */
export type Segment = Answer<"Segment">;
export type AbTest = Answer<"AbTest">;
/** What is null is as in the campaign. The first variant is the campaign itself. */
export type AbVariant = Answer<"AbVariant">;
export type Attachment = Answer<"Attachment">;
export type PreviewView = Answer<"PreviewView">;
export type SentTest = Answer<"SentTest">;
export type CheckLevel = Answer<"CheckLevel">;
/** What was looked at before sending. */
export type Check = Answer<"Check">;
/** A version of what a campaign said, without the words. */
export type CampaignSave = Answer<"CampaignSave">;
export type CampaignVersion = Answer<"CampaignVersion">;
export type Checks = Answer<"Checks">;
export type LeftOut = Answer<"LeftOut">;
/** What would happen if the campaign were sent. */
export type DryRun = Answer<"DryRun">;
export type SegmentKind = Answer<"SegmentKind">;

/** Enough of a campaign to ask for it. */
export type CampaignRef = Pick<Campaign, "newsletter_id" | "id">;

const ALL = "/api/campaigns";
const LIST = "/api/newsletters/{newsletter_id}/campaigns";
const ONE = `${LIST}/{campaign_id}` as const;
const ids = ({ newsletter_id, id }: CampaignRef) => ({ newsletter_id, campaign_id: id });

/** Nothing is asked while there is no query. */
export const useCampaigns = (query: QueryOf<typeof ALL> | null) =>
  usePage(query && urlOf(ALL, query), { keepPreviousData: true });
export const campaignsAhead = (query: QueryOf<typeof ALL>) => fetchPageAhead(urlOf(ALL, query));
export const useCampaign = (campaign: CampaignRef | null) => useData(campaign && urlOf(ONE, ids(campaign)));
export const readCampaign = (campaign: CampaignRef) => read(urlOf(ONE, ids(campaign)));

/** How many campaigns were made in the present calendar month: the newest come first, so it reads until an older one. */
async function createdThisMonth(): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: Page<Campaign> = await readPage(urlOf(ALL, { limit: 500, cursor }));
    const ofMonth = page.rows.filter(({ created_at }) => isThisMonth(created_at)).length;
    count += ofMonth;
    cursor = ofMonth === page.rows.length ? page.next : null;
  } while (cursor !== null);
  return count;
}

/** Under a path that `under("/api/campaigns")` finds. */
export const useCreatedThisMonth = (isAsked: boolean) =>
  useSWR<number, Error>(isAsked ? ["this-month", ALL] : null, () => createdThisMonth());

export const createCampaign = (newsletter_id: number, body: NewCampaign, idempotencyKey: string) =>
  request("POST", urlOf(LIST, { newsletter_id }), { body, idempotencyKey });
export const updateCampaign = (campaign: CampaignRef, body: UpdateCampaign) =>
  request("PUT", urlOf(ONE, ids(campaign)), { body });
export const deleteCampaign = (campaign: CampaignRef) => request("DELETE", urlOf(ONE, ids(campaign)));
export const duplicateCampaign = (campaign: CampaignRef, idempotencyKey: string) =>
  request("POST", urlOf(`${ONE}/duplicate`, ids(campaign)), { idempotencyKey });

export const usePreview = (campaign: CampaignRef, query: QueryOf<`${typeof ONE}/preview`>) =>
  useData(urlOf(`${ONE}/preview`, { ...ids(campaign), ...query }), { keepPreviousData: true });
export const testCampaign = (campaign: CampaignRef, to: string[], idempotencyKey: string) =>
  request("POST", urlOf(`${ONE}/test`, ids(campaign)), { body: { to }, idempotencyKey });

/** Always asked anew: what was fixed a moment ago must not be told again. */
const ANEW = { dedupingInterval: 0, shouldRetryOnError: false };

/** The checks before sending; those of the links ask other servers and may take some seconds. */
export const useChecks = (campaign: CampaignRef, links: boolean) =>
  useData(urlOf(`${ONE}/checks`, { ...ids(campaign), links }), ANEW);
export const useDryRun = (campaign: CampaignRef, options: { revalidateOnFocus?: boolean } = {}) =>
  useData(urlOf(`${ONE}/dry-run`, ids(campaign)), { ...ANEW, ...options });

const VERSIONS = `${ONE}/versions` as const;
const MOST_VERSIONS = 50;
export const useCampaignVersions = (campaign: CampaignRef) =>
  useData(urlOf(VERSIONS, { ...ids(campaign), limit: MOST_VERSIONS }), ANEW);
export const useCampaignVersion = (campaign: CampaignRef, revision: number) =>
  useData(urlOf(`${VERSIONS}/{revision}`, { ...ids(campaign), revision }));
/** Refused where the present revision is not the one that is named. */
export const restoreCampaignVersion = (campaign: CampaignRef, revision: number, present: number) =>
  request("POST", urlOf(`${VERSIONS}/{revision}/restore`, { ...ids(campaign), revision }), {
    body: { revision: present },
  });

export const scheduleCampaign = (campaign: CampaignRef, body: ScheduleCampaign) =>
  request("POST", urlOf(`${ONE}/schedule`, ids(campaign)), { body });
export const sendCampaign = (campaign: CampaignRef, idempotencyKey: string) =>
  request("POST", urlOf(`${ONE}/send`, ids(campaign)), { idempotencyKey });
export const pauseCampaign = (campaign: CampaignRef) => request("POST", urlOf(`${ONE}/pause`, ids(campaign)));
export const resumeCampaign = (campaign: CampaignRef) => request("POST", urlOf(`${ONE}/resume`, ids(campaign)));
export const cancelCampaign = (campaign: CampaignRef) => request("POST", urlOf(`${ONE}/cancel`, ids(campaign)));
/** Ends an A/B test's wait. */
export const decideAbTest = (campaign: CampaignRef) => request("POST", urlOf(`${ONE}/ab-test/decide`, ids(campaign)));
/** Makes a draft for those who did not open, or did not get, a campaign. */
export const resendCampaign = (campaign: CampaignRef, to: SegmentKind, idempotencyKey: string) =>
  request("POST", urlOf(`${ONE}/resend`, ids(campaign)), { body: { to }, idempotencyKey });

export const attachFile = (campaign: CampaignRef, file: File, onProgress: (sent: number, total: number) => void) =>
  sendForm(urlOf(`${ONE}/attachments`, ids(campaign)), { file }, { onProgress });
export const detachFile = (campaign: CampaignRef, attachment_id: number) =>
  request("DELETE", urlOf(`${ONE}/attachments/{attachment_id}`, { ...ids(campaign), attachment_id }));
