import { request, send } from "./client";
import type {
  BulkInput,
  BulkResult,
  Campaign,
  CampaignInput,
  CampaignPatch,
  Decision,
  Delivery,
  DrainingCampaign,
  Id,
  Import,
  Newsletter,
  NewsletterInput,
  NewsletterPatch,
  Subscriber,
  SubscriberInput,
  SubscriberPatch,
  TestResult,
} from "./types";

/** A key for one intent. crypto.randomUUID is missing on plain http, random bytes are not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const newsletterPath = (id: Id) => `/api/newsletters/${id}`;
const subscriberPath = (newsletterId: Id, id: Id) => `${newsletterPath(newsletterId)}/subscribers/${id}`;
export const campaignPath = (newsletterId: Id, id: Id) => `${newsletterPath(newsletterId)}/campaigns/${id}`;

export const createNewsletter = (body: NewsletterInput, idempotencyKey: string) =>
  request<Newsletter>("POST", "/api/newsletters/", { body, idempotencyKey });
export const updateNewsletter = (id: Id, body: NewsletterPatch) =>
  request<Newsletter>("PUT", newsletterPath(id), { body });
export const deleteNewsletter = (id: Id) => request<void>("DELETE", newsletterPath(id));

export const addSubscriber = (newsletterId: Id, body: SubscriberInput, idempotencyKey: string) =>
  request<Subscriber>("POST", `${newsletterPath(newsletterId)}/subscribers`, { body, idempotencyKey });
export const updateSubscriber = (newsletterId: Id, id: Id, body: SubscriberPatch) =>
  request<Subscriber>("PUT", subscriberPath(newsletterId, id), { body });
export const removeSubscriber = (newsletterId: Id, id: Id, keepalive = false) =>
  request<void>("DELETE", subscriberPath(newsletterId, id), { keepalive });
export const bulkSubscribers = (newsletterId: Id, body: BulkInput, keepalive = false) =>
  request<BulkResult>("POST", `${newsletterPath(newsletterId)}/subscribers/bulk`, { body, keepalive });
export const cancelImport = (id: Id) => request<Import>("POST", `/api/imports/${id}/cancel`);

export const createCampaign = (newsletterId: Id, body: CampaignInput, idempotencyKey: string) =>
  request<Campaign>("POST", `${newsletterPath(newsletterId)}/campaigns`, { body, idempotencyKey });
export const updateCampaign = (campaign: Campaign, body: CampaignPatch) =>
  request<Campaign>("PUT", campaignPath(campaign.newsletter_id, campaign.id), { body });
export const deleteCampaign = (campaign: Campaign) =>
  request<void>("DELETE", campaignPath(campaign.newsletter_id, campaign.id));

const act = <T>(campaign: Campaign, action: string, body?: unknown, idempotencyKey?: string) =>
  request<T>("POST", `${campaignPath(campaign.newsletter_id, campaign.id)}/${action}`, { body, idempotencyKey });

export const sendCampaign = (campaign: Campaign, idempotencyKey: string) =>
  act<Campaign>(campaign, "send", undefined, idempotencyKey);
export const pauseCampaign = (campaign: Campaign) => act<DrainingCampaign>(campaign, "pause");
export const resumeCampaign = (campaign: Campaign) => act<Campaign>(campaign, "resume");
export const cancelCampaign = (campaign: Campaign) => act<DrainingCampaign>(campaign, "cancel");
export const duplicateCampaign = (campaign: Campaign, idempotencyKey: string) =>
  act<Campaign>(campaign, "duplicate", undefined, idempotencyKey);
export const testCampaign = (campaign: Campaign, to: string[], idempotencyKey: string) =>
  act<TestResult>(campaign, "test", { to }, idempotencyKey);
export const resolveDelivery = (campaignUrl: string, subscriberId: Id, as: Decision) =>
  request<Delivery>("POST", `${campaignUrl}/deliveries/${subscriberId}/resolve`, { body: { as } });

export const openProgress = (campaignUrl: string, signal: AbortSignal) =>
  send("GET", `${campaignUrl}/progress`, { signal }, "text/event-stream");
