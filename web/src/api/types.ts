/**
 * The shapes the server answers with, by the names the dashboard uses. Nothing else in the app names a wire type,
 * so that these can be taken from schema.gen.ts one by one.
 */

export * from "./campaign-types";

export type Id = number;
/** RFC 3339 in UTC. */
export type Timestamp = string;

export interface AuthConfig {
  provider: "local" | "oidc";
  issuer: string;
  client_id: string | null;
  sign_up: boolean;
  /** Whether the browser sent a refresh cookie; without one a refresh could only fail. */
  session?: boolean;
}

export interface Author {
  id: Id;
  email: string;
  name: string;
  company: string | null;
  time_zone: string | null;
  role: "author" | "admin";
  created_at: Timestamp;
}

export interface Session {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  author: Author;
}

export interface FieldError {
  field: string;
  message: string;
}

export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  errors?: FieldError[];
}

export type InDoubtPolicy = "resend" | "hold";

export interface SubscriberCounts {
  total: number;
  active: number;
  unsubscribed: number;
  pending: number;
  bounced: number;
  complained: number;
}

export interface Newsletter {
  id: Id;
  name: string;
  description: string | null;
  from_name: string;
  from_prefix: string;
  domain_id: Id | null;
  domain: string | null;
  domain_type: "shared" | "user" | null;
  sending_address: string;
  reply_to: string | null;
  is_active: boolean;
  public_id: string;
  double_opt_in: boolean;
  in_doubt_policy: InDoubtPolicy;
  subscribers: SubscriberCounts;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface NewsletterInput {
  name: string;
  description?: string | null;
  from_name: string;
  from_prefix: string;
  domain_id?: Id | null;
  reply_to?: string | null;
  double_opt_in?: boolean;
  in_doubt_policy?: InDoubtPolicy;
}

export type NewsletterPatch = Partial<NewsletterInput> & { is_active?: boolean };

export type SubscriberStatus = "active" | "unsubscribed" | "pending" | "bounced" | "complained";

export interface Subscriber {
  id: Id;
  newsletter_id: Id;
  newsletter_name: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  status: SubscriberStatus;
  attributes: Record<string, string | number | boolean | null>;
  tags: string[];
  subscribed_at: Timestamp;
  unsubscribed_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SubscriberInput {
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  attributes?: Record<string, string | number | boolean | null>;
  tags?: string[];
}

export interface SubscriberStats extends SubscriberCounts {
  this_week: number;
}

export interface BulkInput {
  action: "remove" | "unsubscribe" | "tag" | "untag";
  ids?: Id[];
  filter?: { q?: string; status?: string };
  tag?: string;
}

export interface BulkResult {
  matched: number;
  changed: number;
}

export interface ImportError {
  line: number;
  field: string | null;
  value: string | null;
  message: string;
}

export interface Import {
  id: Id;
  newsletter_id: Id;
  newsletter_name: string;
  file_name: string | null;
  mode: "update" | "add";
  mapping: Record<string, string | null> | null;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  reason: string | null;
  bytes_total: number | null;
  bytes_read: number;
  rows_read: number;
  created: number;
  updated: number;
  unchanged: number;
  protected: number;
  failed: number;
  /** Rows whose address comes again further down: the last one counts. */
  duplicates: number;
  errors: ImportError[];
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface Header {
  name: string;
  value: string;
}

export interface Analytics {
  total_sends: number;
  total_opens: number;
  total_clicks: number;
  total_bounces: number;
  open_rate: number | null;
  click_rate: number | null;
  bounce_rate: number | null;
}

export interface NewsletterAnalytics extends Analytics {
  newsletter_id: Id;
  total_campaigns: number;
}

export interface CampaignAnalytics extends Analytics {
  campaign_id: Id;
}

export interface Period {
  new_subscribers: number;
  unsubscribed: number;
  campaigns_sent: number;
  emails_sent: number;
}

export interface Day {
  date: string;
  new_subscribers: number;
  unsubscribed: number;
  emails_sent: number;
}

export type ActivityKind =
  | "newsletter_created"
  | "campaign_created"
  | "campaign_sending"
  | "campaign_sent"
  | "import_finished"
  | "subscriber_added"
  | "subscriber_unsubscribed";

export interface Activity {
  kind: ActivityKind;
  title: string;
  detail: string | null;
  at: Timestamp;
  href: string | null;
}

export interface Overview {
  totals: { newsletters: number; subscribers: number; campaigns: number; emails_sent: number };
  last_30_days: Period;
  previous_30_days: Period;
  series: Day[];
  recent_activity: Activity[];
}

export interface Hit {
  id: Id;
  title: string;
  subtitle: string | null;
  href: string;
}

export interface SearchResult {
  newsletters: Hit[];
  campaigns: Hit[];
  subscribers: Hit[];
  templates: Hit[];
  domains: Hit[];
}

export interface CapturedMail {
  id: Id;
  kind: "campaign" | "test";
  campaign_id: Id | null;
  newsletter_id: Id | null;
  from: string;
  to: string;
  subject: string;
  size_bytes: number;
  message_id: string | null;
  captured_at: Timestamp;
}

export interface CapturedMessage extends CapturedMail {
  headers: Header[];
  html: string | null;
  text: string | null;
}
