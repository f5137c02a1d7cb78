import type { Delivery, Ledger, Report } from "@/api/reports";
import { campaign, fakeServer, type Handler } from "./fake-server";
import { link, reportFigures } from "./figures";
import { renderApp } from "./render-app";

export const reportLedger: Ledger = {
  intended: 12,
  queued: 0,
  sending: 0,
  sent: 10,
  deferred: 0,
  failed: 1,
  suppressed: 1,
  skipped: 0,
  cancelled: 0,
  in_doubt: 0,
};

export function report(over: Partial<Report> = {}): Report {
  return {
    campaign_id: 9,
    status: "sent",
    pause_reason: null,
    waiting: null,
    trouble: null,
    in_doubt_policy: "resend",
    started_at: "2026-11-01T08:00:00Z",
    finished_at: "2026-11-01T08:01:00Z",
    duration_seconds: 60,
    rate_per_second: 1,
    ledger: reportLedger,
    reasons: [],
    uncertain: [],
    bounced: 1,
    soft_bounced: 0,
    complained: 0,
    ...reportFigures(),
    ...over,
  };
}

export const delivery: Delivery = {
  subscriber_id: 4,
  email: "reader@example.com",
  first_name: null,
  last_name: null,
  state: "sent",
  reason: null,
  code: 250,
  enhanced_code: null,
  attempts: 1,
  doubts: 0,
  message_id: "m",
  next_attempt_at: null,
  updated_at: null,
  captured_mail_id: null,
  events: [],
  opened_at: new Date().toISOString(),
  clicked_at: null,
};

export const REPORTED = "/api/newsletters/1/campaigns/9";

/** The report of a campaign, at one of its tabs. */
export function openReport(answer: Report, over: Record<string, Handler> = {}, search = "") {
  const calls = fakeServer({
    [`GET ${REPORTED}`]: () => ({ body: campaign({ status: answer.status, ledger: reportLedger }) }),
    [`GET ${REPORTED}/report`]: () => ({ body: answer }),
    [`GET ${REPORTED}/deliveries`]: () => ({ body: [delivery], headers: { "X-Total-Count": "1" } }),
    [`GET ${REPORTED}/link-map`]: () => ({
      body: { html: '<p><a href="https://example.com/read?a=1&amp;b=2">Go</a></p>', links: [link()] },
    }),
    "GET /api/captured-mail": () => ({ body: [] }),
    ...over,
  });
  renderApp(`/campaigns/1/9/report${search}`);
  return calls;
}
