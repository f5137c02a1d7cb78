import { Check } from "lucide-react";
import type { DnsRecord, Domain, DomainStatus } from "@/api/domains";
import { cn } from "@/lib/cn";
import { Badge, type Tone } from "@/ui/badge";
import { say } from "./words";

const states: Record<DomainStatus, { label: string; tone: Tone }> = {
  pending_dns: { label: say.pendingDNS, tone: "yellow" },
  dns_configured: { label: say.dnsConfigured, tone: "blue" },
  verifying: { label: say.verifying2, tone: "blue" },
  verified: { label: say.verified, tone: "green" },
  active: { label: say.active, tone: "emerald" },
  failed: { label: say.failed, tone: "red" },
};

/** What is not known is not configured yet. */
const stateOf = (status: string) => states[status as DomainStatus] ?? states.pending_dns;

export const statusLabel = (status: string) => stateOf(status).label;
export const isVerified = (domain: Domain) =>
  domain.verification_status === "verified" || domain.verification_status === "active";
/** Something is under way that ends by itself. */
export const isUnderWay = (domain: Domain) =>
  domain.verification_status === "dns_configured" || domain.verification_status === "verifying";

export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = stateOf(status);
  return (
    <Badge tone={tone} live={status === "verifying"}>
      {label}
    </Badge>
  );
}

export const MAX_BOUNCE_RATE = 5;
export const MAX_COMPLAINT_RATE = 1;

/** Limits are as small as a few tenths of a percent. */
export const percent = (rate: number) => `${rate.toFixed(2)}%`;

export const isHealthy = (domain: Domain) =>
  domain.bounce_rate <= MAX_BOUNCE_RATE && domain.complaint_rate <= MAX_COMPLAINT_RATE;

/** Whether there is any email that its rates could be of. */
export const hasSent = (domain: Domain) => domain.metrics_sent > 0;

export function Health({ domain }: { domain: Domain }) {
  if (!hasSent(domain)) return <span className="text-13 text-muted">{say.noFiguresYet}</span>;
  const good = isHealthy(domain);
  return (
    <span className={cn("inline-flex items-center gap-1.5 text-13", good ? "text-green" : "text-red")}>
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {good ? say.healthy : say.atRisk}
    </span>
  );
}

/** Sent today divided by the daily limit, in percent; 0 without a limit. */
export const loadOf = (domain: Domain) =>
  domain.daily_send_limit > 0 ? Math.round((domain.current_daily_sent / domain.daily_send_limit) * 100) : 0;

const records: Record<string, { label: string; tone: Tone }> = {
  found: { label: say.found, tone: "green" },
  missing: { label: say.missing, tone: "yellow" },
  wrong: { label: say.wrong, tone: "red" },
  unknown: { label: say.noAnswer, tone: "neutral" },
  unchecked: { label: say.notChecked, tone: "neutral" },
};

/** A record that is found ticks while one watches: the badge is another one then. */
export function RecordBadge({ record }: { record: DnsRecord }) {
  const { label, tone } = records[record.status] ?? { label: say.notChecked, tone: "neutral" as Tone };
  return (
    <Badge key={record.status} tone={tone} className="animate-fade" icon={record.status === "found" ? <Check /> : null}>
      {label}
    </Badge>
  );
}
