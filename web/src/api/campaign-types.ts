import type { Header, Id, InDoubtPolicy, Timestamp } from "./types";

export type CampaignStatus = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";

export interface Ledger {
  intended: number;
  queued: number;
  sending: number;
  sent: number;
  deferred: number;
  failed: number;
  suppressed: number;
  skipped: number;
  cancelled: number;
  in_doubt: number;
}

export type LedgerState = Exclude<keyof Ledger, "intended">;

export interface Campaign {
  id: Id;
  newsletter_id: Id;
  newsletter_name: string | null;
  subject: string;
  preheader: string | null;
  html_content: string | null;
  text_content: string | null;
  text_preview: string | null;
  blocks: unknown;
  segment: unknown;
  status: CampaignStatus;
  pause_reason: string | null;
  in_doubt_policy: InDoubtPolicy;
  recipients: number | null;
  ledger: Ledger | null;
  opens: number;
  clicks: number;
  scheduled_at: Timestamp | null;
  started_at: Timestamp | null;
  sent_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CampaignInput {
  subject: string;
  html_content: string;
  text_content?: string | null;
  preheader?: string | null;
  in_doubt_policy?: InDoubtPolicy;
}

export type PausedCampaign = Campaign & { draining: number };

export interface TestResult {
  sent: string[];
  failed: { to: string; reason: string }[];
}

export interface Preview {
  from: string;
  to: string;
  reply_to: string | null;
  subject: string;
  preheader: string | null;
  html: string | null;
  text: string | null;
  headers: Header[];
  size_bytes: number;
}

export interface Delivery {
  subscriber_id: Id;
  /** Null when the reader was removed since. */
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  state: LedgerState | "held";
  reason: string | null;
  code: number | null;
  enhanced_code: string | null;
  attempts: number;
  /** How often an attempt ended with nobody knowing whether it arrived. */
  doubts: number;
  /** For a deferred one: when it is tried again. */
  next_attempt_at: Timestamp | null;
  message_id: string | null;
  updated_at: Timestamp | null;
  captured_mail_id: Id | null;
}

export interface Reason {
  state: LedgerState | "held";
  reason: string | null;
  count: number;
}

export interface Report {
  campaign_id: Id;
  status: CampaignStatus;
  pause_reason: string | null;
  in_doubt_policy: InDoubtPolicy;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  duration_seconds: number | null;
  rate_per_second: number | null;
  ledger: Ledger;
  reasons: Reason[];
  /** Everyone whose copy was ever in doubt, also when that has been settled since. The first 100. */
  uncertain: Delivery[];
}

export interface Progress {
  status: CampaignStatus;
  pause_reason: string | null;
  ledger: Ledger;
  rate_per_second: number | null;
  seconds_left: number | null;
  errors: Reason[];
}
