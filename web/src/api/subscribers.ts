import { download, request, urlOf } from "./client";
import { fetchAhead, fetchPageAhead, useData, usePage } from "./hooks";
import type { Answer, Body, QueryOf } from "./schema";

export type Subscriber = Answer<"Subscriber">;
export type SubscriberStatus = Answer<"SubscriberStatus">;
export type CreateSubscriber = Body<"CreateSubscriber">;
export type UpdateSubscriber = Body<"UpdateSubscriber">;

const ALL = "/api/subscribers";
const LIST = "/api/newsletters/{newsletter_id}/subscribers";
const ONE = `${LIST}/{subscriber_id}` as const;

/** Asks for nothing as long as there is no query. */
export const useSubscribers = (query: QueryOf<typeof ALL> | null) =>
  usePage(query && urlOf(ALL, query), { keepPreviousData: true });
export const subscribersAhead = (query: QueryOf<typeof ALL>) => {
  fetchPageAhead(urlOf(ALL, query));
  fetchAhead(urlOf(`${ALL}/stats`, {}));
};
export const useSubscriber = (newsletter_id: number, subscriber_id: number) =>
  useData(urlOf(ONE, { newsletter_id, subscriber_id }));
export const useSubscriberStats = (newsletter_id: string) =>
  useData(urlOf(`${ALL}/stats`, { newsletter_id }), { keepPreviousData: true });

export const addSubscriber = (newsletterId: number, body: CreateSubscriber, idempotencyKey: string) =>
  request("POST", urlOf(LIST, { newsletter_id: newsletterId }), { body, idempotencyKey });
export const updateSubscriber = ({ newsletter_id, id }: Subscriber, body: UpdateSubscriber) =>
  request("PUT", urlOf(ONE, { newsletter_id, subscriber_id: id }), { body });
export const removeSubscriber = ({ newsletter_id, id }: Subscriber, keepalive = false) =>
  request("DELETE", urlOf(ONE, { newsletter_id, subscriber_id: id }), { keepalive });
export const bulkSubscribers = (newsletterId: number, body: Body<"BulkSubscribers">, keepalive = false) =>
  request("POST", urlOf(`${LIST}/bulk`, { newsletter_id: newsletterId }), { body, keepalive });
export const downloadSubscribers = (newsletterId: number, fileName: string) =>
  download(urlOf(`${LIST}/export.csv`, { newsletter_id: newsletterId }), fileName);
