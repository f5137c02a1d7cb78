import { request, urlOf } from "./client";
import { useAgain, useData } from "./hooks";
import { pageKeys, usePages } from "./pages";
import type { Answer, Body } from "./schema";

export type Webhook = Answer<"Webhook">;
export type WebhookEvent = Answer<"WebhookEvent">;
export type WebhookDelivery = Answer<"WebhookDelivery">;
export type WebhookDeliveryState = Answer<"WebhookDeliveryState">;

const LIST = "/api/webhooks";
const ONE = `${LIST}/{webhook_id}` as const;
const DELIVERIES = `${ONE}/deliveries` as const;

export const useWebhooks = () => useData(urlOf(LIST, { limit: 1000 }));
export const createWebhook = (body: Body<"CreateWebhook">, idempotencyKey: string) =>
  request("POST", urlOf(LIST), { body, idempotencyKey });
export const updateWebhook = (id: number, body: Body<"UpdateWebhook">) =>
  request("PUT", urlOf(ONE, { webhook_id: id }), { body });
export const deleteWebhook = (id: number) => request("DELETE", urlOf(ONE, { webhook_id: id }));
export const rotateSecret = (id: number) => request("POST", urlOf(`${ONE}/rotate-secret`, { webhook_id: id }));
export const testWebhook = (id: number) => request("POST", urlOf(`${ONE}/test`, { webhook_id: id }));
export const replayDelivery = ({ webhook_id, id }: WebhookDelivery) =>
  request("POST", urlOf(`${DELIVERIES}/{delivery_id}/replay`, { webhook_id, delivery_id: id }));

const PAGE_SIZE = 25;
const WATCH_MS = 5000;

/** The deliveries of a webhook, newest first, as many pages as were asked for; read again while one is pending. */
export function useWebhookDeliveries(id: number, state: WebhookDeliveryState | "") {
  const pages = usePages(
    pageKeys((cursor) => urlOf(DELIVERIES, { webhook_id: id, state, limit: PAGE_SIZE, cursor })),
    { dedupingInterval: 0 },
  );
  const isWaiting = pages.data?.some(({ rows }) => rows.some((one) => one.state === "pending"));
  useAgain(isWaiting ? WATCH_MS : 0, pages.mutate);
  return pages;
}
