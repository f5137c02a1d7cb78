import type { ApiKey } from "@/api/api-keys";
import type { Message } from "@/api/messages";
import type { Settings } from "@/api/settings";
import type { Webhook, WebhookDelivery } from "@/api/webhooks";
import { author, type Handler } from "./fake-server";
import { securityRoutes } from "./security";

/** Settings as the server answers them. */
export function settings(over: { [Part in keyof Settings]?: Partial<Settings[Part]> } = {}): Settings {
  return {
    account: { name: "Test Author", email: author.email, company: null, time_zone: "UTC", ...over.account },
    email: {
      default_from_name: null,
      default_from_email: null,
      reply_to: null,
      transport: "ses",
      configured: true,
      verified_domains: ["news.example.org"],
      ...over.email,
    },
    notifications: { campaign_reports: true, security_alerts: true, weekly_summary: false, ...over.notifications },
  };
}

export const apiKey = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: 1,
  name: "Sign-up form",
  prefix: "lp_8Kx2mQ",
  scopes: ["full"],
  created_at: "2026-01-01T00:00:00Z",
  last_used_at: null,
  expires_at: null,
  ...over,
});

export const webhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: 7,
  url: "https://hooks.example.org/in",
  events: ["email.opened", "email.clicked"],
  is_active: true,
  description: null,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  last_delivery: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  ...over,
});

export const hookDelivery = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 40,
  webhook_id: 7,
  event_id: "evt_40",
  type: "email.opened",
  sequence: 12,
  state: "delivered",
  attempts: 1,
  status: 200,
  error: null,
  duration_ms: 87,
  created_at: "2026-01-02T00:00:00Z",
  next_attempt_at: null,
  delivered_at: "2026-01-02T00:00:00Z",
  payload: { type: "email.opened", data: { campaign_id: 9 } },
  response: '{"ok":true}',
  ...over,
});

export const message = (over: Partial<Message> = {}): Message => ({
  id: 1,
  newsletter_id: 1,
  template_id: null,
  to: "rea@example.net",
  subject: "Your tickets",
  state: "sent",
  reason: null,
  attempts: 1,
  is_repeated: false,
  returned: null,
  returned_at: null,
  returned_detail: null,
  created_at: "2026-01-02T00:00:00Z",
  sent_at: "2026-01-02T00:00:01Z",
  ...over,
});

/** What the settings screen reads, with nothing made yet. */
export const settingsRoutes = (present = settings()): Record<string, Handler> => ({
  "GET /api/settings": () => ({ body: present }),
  "GET /api/me": () => ({ body: { ...author, email_verified: true } }),
  "GET /api/schedule/zones": () => ({ body: ["America/Los_Angeles", "Europe/Madrid", "Europe/Paris", "UTC"] }),
  "GET /api/api-keys": () => ({ body: [] }),
  "GET /api/webhooks": () => ({ body: [] }),
  "GET /api/messages": () => ({ body: [] }),
  ...securityRoutes(),
});
