import type { Author, Id, Timestamp } from "./types";

/** Shapes of the settings, as the server answers them; null where nothing is set. */

export interface Settings {
  account: { name: string; email: string; company: string | null; time_zone: string };
  email: {
    default_from_name: string | null;
    default_from_email: string | null;
    reply_to: string | null;
    transport: "capture" | "smtp" | "ses";
    configured: boolean;
    verified_domains: string[];
  };
  notifications: Notifications;
}

export interface Notifications {
  campaign_reports: boolean;
  security_alerts: boolean;
  weekly_summary: boolean;
}

/** Any part of the settings; the address of the account changes by a mail to the new one instead. */
export interface SettingsPatch {
  account?: Partial<Omit<Settings["account"], "email">>;
  email?: Partial<Pick<Settings["email"], "default_from_name" | "default_from_email" | "reply_to">>;
  notifications?: Partial<Notifications>;
}

export type Me = Author & { email_verified: boolean };

/** What the deletion of an account loses. */
export type Holdings = Record<
  | "newsletters"
  | "subscribers"
  | "campaigns"
  | "templates"
  | "images"
  | "domains"
  | "imports"
  | "api_keys"
  | "webhooks",
  number
>;

export type Scope =
  | "full"
  | "read"
  | "newsletters:write"
  | "subscribers:write"
  | "campaigns:write"
  | "campaigns:send"
  | "templates:write"
  | "domains:write";

export interface ApiKey {
  id: Id;
  name: string;
  /** The beginning of the key, all that is kept of it in clear. */
  prefix: string;
  scopes: Scope[];
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
}

/** Right after it was made or regenerated, and never again. */
export type NewApiKey = ApiKey & { key: string };

export interface ApiKeyInput {
  name: string;
  scopes: Scope[];
  expires_at: Timestamp | null;
}

export type WebhookEvent =
  | "email.opened"
  | "email.clicked"
  | "email.bounced"
  | "email.complained"
  | "subscriber.created"
  | "subscriber.confirmed"
  | "subscriber.updated"
  | "subscriber.unsubscribed"
  | "subscriber.deleted"
  | "campaign.sending"
  | "campaign.sent"
  | "campaign.paused";

export interface Webhook {
  id: Id;
  url: string;
  events: WebhookEvent[];
  is_active: boolean;
  description: string | null;
  failing_since: Timestamp | null;
  disabled_at: Timestamp | null;
  disabled_reason: string | null;
  last_delivery: WebhookDelivery | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export type DeliveryState = "pending" | "delivered" | "failed" | "test";

export interface WebhookDelivery {
  id: Id;
  webhook_id: Id;
  event_id: string;
  type: string;
  sequence: number;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  error: string | null;
  duration_ms: number | null;
  created_at: Timestamp;
  next_attempt_at: Timestamp | null;
  delivered_at: Timestamp | null;
  payload: Record<string, unknown>;
  /** The first 1 KiB of the answer. */
  response: string | null;
}
