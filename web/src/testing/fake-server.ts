import { vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import type { DnsRecord, Domain, DomainWindow } from "@/api/domains";
import type { Newsletter } from "@/api/newsletters";
import type { Author, Session } from "@/api/session";
import type { Template } from "@/api/templates";

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; statusText?: string };
export type Handler = (call: Call) => Answer;

export const author: Author = {
  id: 1,
  email: "author@example.com",
  name: "Test Author",
  company: null,
  time_zone: "UTC",
  role: "author",
  email_verified: true,
  created_at: "2026-01-01T00:00:00.000Z",
};

export const session = (token = "token", over: Partial<Author> = {}): Session => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: 900,
  author: { ...author, ...over },
});

export function newsletter(over: Partial<Newsletter> = {}): Newsletter {
  return {
    id: 1,
    name: "The Slow Web",
    description: "Essays",
    from_name: "Desk",
    from_prefix: "slow",
    domain_id: null,
    domain: null,
    domain_type: null,
    domain_status: null,
    sending_address: "slow@example.com",
    reply_to: null,
    is_active: true,
    public_id: "public-1",
    double_opt_in: false,
    in_doubt_policy: "resend",
    tracking: "full",
    language: "en",
    is_sample: false,
    subscribers: { total: 2, active: 2, unsubscribed: 0, pending: 0, bounced: 0, complained: 0 },
    created_at: "2026-01-02T00:00:00.000Z",
    updated_at: "2026-01-02T00:00:00.000Z",
    ...over,
  };
}

export function campaign(over: Partial<Campaign> = {}): Campaign {
  return {
    id: 9,
    newsletter_id: 1,
    newsletter_name: "The Slow Web",
    newsletter_language: "en",
    subject: "Against the feed",
    preheader: null,
    html_content: null,
    text_content: null,
    text_preview: null,
    blocks: null,
    theme: null,
    revision: 1,
    segment: null,
    schedule: null,
    repeat: null,
    origin: null,
    ab_test: null,
    has_ab_test: false,
    attachments: [],
    tracking: "full",
    engagement_forgotten_at: null,
    status: "draft",
    pause_reason: null,
    in_doubt_policy: "resend",
    recipients: null,
    ledger: null,
    opens: 0,
    clicks: 0,
    scheduled_at: null,
    started_at: null,
    sent_at: null,
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    ...over,
  };
}

export function template(over: Partial<Template> = {}): Template {
  return {
    id: 7,
    name: "Monthly letter",
    subject: "",
    preheader: null,
    blocks: [{ id: "h", type: "heading", content: "Hello", level: 2 }] as Template["blocks"],
    theme: null,
    html_content: null,
    is_active: true,
    revision: 3,
    block_count: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-02T00:00:00.000Z",
    ...over,
  };
}

export function domain(over: Partial<Domain> = {}): Domain {
  return {
    id: 3,
    domain: "news.example.org",
    domain_type: "shared",
    is_active: true,
    notes: null,
    verification_status: "pending_dns",
    status_reason: null,
    ses_verified: false,
    ses_dkim_verified: false,
    daily_send_limit: 0,
    current_daily_sent: 12,
    daily_allowance: null,
    warm_up: false,
    warm_up_day: null,
    bounce_rate: 0,
    complaint_rate: 0,
    metrics_since: "2026-01-01T00:00:00.000Z",
    metrics_sent: 100,
    metrics_bounced: 0,
    metrics_soft_bounced: 0,
    metrics_complained: 0,
    tracking_host: null,
    checked_at: null,
    next_check_at: null,
    verified_at: null,
    is_writable: true,
    newsletters: 0,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ...over,
  };
}

export function dnsRecord(over: Partial<DnsRecord> = {}): DnsRecord {
  return {
    id: 9,
    record_type: "TXT",
    purpose: "dkim",
    description: "Public key of the signature.",
    name: "lpx._domainkey.news.example.org",
    value: "v=DKIM1; k=rsa; p=AAAA",
    ttl: 3600,
    required: true,
    status: "unchecked",
    found: [],
    advice: null,
    advice_parts: [],
    checked_at: null,
    ...over,
  };
}

/** Figures of a domain's last hour, day or week. */
export function domainWindow(over: Partial<DomainWindow> = {}): DomainWindow {
  return {
    hours: 168,
    sent: 0,
    bounced: 0,
    soft_bounced: 0,
    complained: 0,
    bounce_rate: 0,
    complaint_rate: 0,
    ...over,
  };
}

const signedIn: Record<string, Handler> = {
  "GET /api/auth/config": () => ({ body: { provider: "local", issuer: "x", client_id: null, sign_up: true } }),
  "POST /api/auth/refresh": () => ({ body: session() }),
  "POST /api/auth/sign-out": () => ({ status: 204 }),
  "GET /api/installation": () => ({
    body: { version: "0.0.0", restored_at: null, sending_held: false, can_confirm: false, social_links: [] },
  }),
};

/** A stream goes on as it is, everything else as JSON. */
function written(body: unknown): BodyInit | null {
  if (body === undefined || body instanceof ReadableStream) return body ?? null;
  return JSON.stringify(body);
}

/** Server-sent events that a test tells one by one. */
export function eventStream() {
  const encoder = new TextEncoder();
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller;
    },
  });
  const tell = (event: string, data: unknown) =>
    out?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return { body, tell };
}

/** An answer that comes when the test says so. */
export function held(body: unknown) {
  const waiting: ReadableStreamDefaultController<Uint8Array>[] = [];
  let isReleased = false;
  const tell = (control: ReadableStreamDefaultController<Uint8Array>) => {
    control.enqueue(new TextEncoder().encode(JSON.stringify(body)));
    control.close();
  };
  const answer: Handler = () => ({
    body: new ReadableStream<Uint8Array>({
      start: (control) => (isReleased ? tell(control) : void waiting.push(control)),
    }),
  });
  const release = () => {
    isReleased = true;
    for (const control of waiting.splice(0)) tell(control);
  };
  return { answer, release };
}

/** Answers fetch from a table of "METHOD /path" and keeps what was asked. */
export function fakeServer(routes: Record<string, Handler>): Call[] {
  const calls: Call[] = [];
  const table = { ...signedIn, ...routes };
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, "http://localhost");
    const path = url.pathname.replace(/\/$/, "");
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method, path, query: url.searchParams, body, headers: new Headers(init.headers) };
    calls.push(call);
    const answer = table[`${method} ${path}`]?.(call) ?? {
      status: 404,
      body: { detail: `No answer for ${method} ${path}` },
    };
    const { status = 200, statusText = "", headers } = answer;
    return new Response(written(answer.body), { status, statusText, headers });
  });
  return calls;
}
