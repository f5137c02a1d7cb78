import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import { saveBlob } from "@/lib/files";
import { type Page, request, send, withQuery } from "./client";
import { fetchPage, pageKey, useData } from "./data";
import type { SignInConfig } from "./security-types";
import { authConfig } from "./session";
import type {
  ApiKey,
  ApiKeyInput,
  DeliveryState,
  Holdings,
  NewApiKey,
  NewWebhook,
  Settings,
  SettingsPatch,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
  WebhookSecret,
} from "./settings-types";
import type { Author, Id } from "./types";

export type * from "./settings-types";

export const SETTINGS = "/api/settings";
export const ME = "/api/me";
const KEYS = "/api/api-keys";
const HOOKS = "/api/webhooks";

export const useSettings = (wanted = true) => useData<Settings>(wanted ? SETTINGS : null);
export const saveSettings = (body: SettingsPatch) => request<Settings>("PUT", SETTINGS, { body });

export const useMe = () => useData<Author>(ME);
/** Who keeps the addresses and passwords of this installation. */
export const useProvider = () => useSWR<SignInConfig>("/api/auth/config", authConfig, { revalidateIfStale: false });
/** The address stays as it is until the link that this sends is followed. */
export const changeEmail = (email: string, password: string) =>
  request<void>("POST", `${ME}/email`, { body: { email, password } });
export const sendVerification = () => request<void>("POST", `${ME}/verify-email`);

/** Counted anew each time it is asked for. */
export const useHoldings = () => useData<Holdings>(`${ME}/holdings`, { dedupingInterval: 0 });
/** The password, and a code of two-factor authentication, where the accounts are our own. */
export const deleteAccount = (email: string, proof: { password?: string; code?: string }) =>
  request<void>("DELETE", ME, { body: { confirm: email, ...proof } });

export const useApiKeys = () => useData<ApiKey[]>(`${KEYS}?limit=1000`);
export const createApiKey = (body: ApiKeyInput, idempotencyKey: string) =>
  request<NewApiKey>("POST", KEYS, { body, idempotencyKey });
export const updateApiKey = (id: Id, body: Partial<ApiKeyInput>) => request<ApiKey>("PUT", `${KEYS}/${id}`, { body });
export const regenerateApiKey = (id: Id) => request<NewApiKey>("POST", `${KEYS}/${id}/regenerate`);
export const deleteApiKey = (id: Id) => request<void>("DELETE", `${KEYS}/${id}`);

export interface WebhookInput {
  url: string;
  events: WebhookEvent[];
}

export const useWebhooks = () => useData<Webhook[]>(`${HOOKS}?limit=1000`);
export const createWebhook = (body: WebhookInput, idempotencyKey: string) =>
  request<NewWebhook>("POST", HOOKS, { body, idempotencyKey });
export const updateWebhook = (id: Id, body: Partial<WebhookInput> & { is_active?: boolean }) =>
  request<Webhook>("PUT", `${HOOKS}/${id}`, { body });
export const deleteWebhook = (id: Id) => request<void>("DELETE", `${HOOKS}/${id}`);
export const rotateSecret = (id: Id) => request<WebhookSecret>("POST", `${HOOKS}/${id}/rotate-secret`);
export const testWebhook = (id: Id) => request<WebhookDelivery>("POST", `${HOOKS}/${id}/test`);
export const replayDelivery = ({ webhook_id, id }: WebhookDelivery) =>
  request<WebhookDelivery>("POST", `${HOOKS}/${webhook_id}/deliveries/${id}/replay`);

const DELIVERIES = 25;
const WATCH_MS = 5000;

/** The deliveries of a webhook, newest first, as many pages as were asked for; read again while one is pending. */
export function useWebhookDeliveries(id: Id, state: DeliveryState | "") {
  return useSWRInfinite<Page<WebhookDelivery>, Error>(
    (index: number, before: Page<WebhookDelivery> | null) =>
      index > 0 && !before?.next
        ? null
        : pageKey(withQuery(`${HOOKS}/${id}/deliveries`, { state, limit: DELIVERIES, cursor: before?.next })),
    ([, key]: readonly [string, string]) => fetchPage<WebhookDelivery>(key),
    {
      dedupingInterval: 0,
      refreshInterval: (pages) =>
        pages?.some(({ rows }) => rows.some((one) => one.state === "pending")) ? WATCH_MS : 0,
    },
  );
}

/** Pieces are put together while they come, so that the browser can keep them outside its memory. */
const PIECE = 8 * 1024 * 1024;

/** Downloads everything the account holds. The server makes it while it sends, so only what came so far is known. */
export async function downloadExport(onBytes: (received: number) => void, signal: AbortSignal): Promise<void> {
  const response = await send("GET", `${ME}/export`, { signal }, "application/zip");
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let held = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    waiting.push(part.value);
    received += part.value.byteLength;
    held += part.value.byteLength;
    if (held >= PIECE) {
      pieces.push(new Blob(waiting));
      waiting = [];
      held = 0;
    }
    onBytes(received);
  }
  saveBlob("letterpress-export.zip", new Blob([...pieces, ...waiting], { type: "application/zip" }));
}
