import type { components } from "./schema.gen";
import type { Answer, Body } from "./types";

/** Shapes of the settings, by the names the dashboard uses. */

type Schemas = components["schemas"];

export type Settings = Answer<"Settings">;
export type Notifications = Schemas["Notifications"];
/** Any part of the settings; the address of the account changes by a mail to the new one instead. */
export type SettingsPatch = Body<"UpdateSettings">;

/** What the deletion of an account loses. */
export type Holdings = Answer<"Holdings">;

export type Scope = Schemas["Scope"];
export type ApiKey = Answer<"ApiKey">;
/** Right after it was made or regenerated, and never again. */
export type NewApiKey = Answer<"NewApiKey">;
export type ApiKeyInput = Required<Body<"CreateApiKey">>;

export type WebhookEvent = Schemas["WebhookEvent"];
/** The document knows the body that is sent as an object only. */
export type WebhookDelivery = Omit<Answer<"WebhookDelivery">, "payload"> & { payload: Record<string, unknown> };
export type DeliveryState = Schemas["WebhookDeliveryState"];
export type Webhook = Omit<Answer<"Webhook">, "last_delivery"> & { last_delivery: WebhookDelivery | null };
/** Right after it was made, and never again. */
export type NewWebhook = Webhook & Answer<"WebhookSecret">;
export type WebhookSecret = Answer<"WebhookSecret">;
