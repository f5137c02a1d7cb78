import type { ReactNode } from "react";
import type { Domain } from "@/api/domains";
import { cn } from "@/lib/cn";
import { countOf, formatDate, formatNumber } from "@/lib/format";
import { hasSent, MAX_BOUNCE_RATE, MAX_COMPLAINT_RATE, percent, statusLabel } from "./status";

function Fact({ label, children, bad }: { label: string; children: ReactNode; bad?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className={cn("figures text-right", bad && "text-red")}>{children}</dd>
    </div>
  );
}

const yesNo = (value: boolean) => (value ? "Yes" : "No");

/** A full mailbox is no bounce in the rate. */
function ratesOf({ metrics_sent, metrics_since, metrics_soft_bounced }: Domain): string {
  const full = metrics_soft_bounced === 1 ? "1 full mailbox" : `${formatNumber(metrics_soft_bounced)} full mailboxes`;
  const apart = metrics_soft_bounced > 0 ? `, without ${full}` : "";
  return `Rates of ${countOf(metrics_sent, "email")} since ${formatDate(metrics_since)}${apart}.`;
}

export function Information({ domain }: { domain: Domain }) {
  const limit = domain.daily_send_limit > 0 ? formatNumber(domain.daily_send_limit) : "No limit";
  return (
    <section aria-labelledby="information-title" className="mt-8 first:mt-0">
      <h3 id="information-title" className="mb-1 font-semibold text-base">
        Domain Information
      </h3>
      <dl className="grid gap-x-10 divide-line text-13 sm:grid-cols-2">
        <Fact label="Status">{statusLabel(domain.verification_status)}</Fact>
        <Fact label="Newsletters of yours">{formatNumber(domain.newsletters)}</Fact>
        <Fact label="SES Verified">{yesNo(domain.ses_verified)}</Fact>
        <Fact label="DKIM Verified">{yesNo(domain.ses_dkim_verified)}</Fact>
        <Fact label="Daily Limit">{limit}</Fact>
        <Fact label="Sent Today">{formatNumber(domain.current_daily_sent)}</Fact>
        <Fact label="Bounce Rate" bad={domain.bounce_rate > MAX_BOUNCE_RATE}>
          {percent(domain.bounce_rate)}
        </Fact>
        <Fact label="Complaint Rate" bad={domain.complaint_rate > MAX_COMPLAINT_RATE}>
          {percent(domain.complaint_rate)}
        </Fact>
        {domain.warm_up_day ? (
          <Fact label="Warm-up">
            day {domain.warm_up_day}, {formatNumber(domain.daily_allowance ?? 0)} today
          </Fact>
        ) : null}
      </dl>
      <p className="mt-2 text-12 text-muted">
        {hasSent(domain)
          ? ratesOf(domain)
          : `No email sent since ${formatDate(domain.metrics_since)}, so no rates yet.`}
      </p>
    </section>
  );
}
