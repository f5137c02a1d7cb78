import type { ReactNode } from "react";
import type { Domain } from "@/api/domains";
import { cn } from "@/lib/cn";
import { countOf, formatNumber } from "@/lib/format";
import { isHealthy, MAX_BOUNCE_RATE, MAX_COMPLAINT_RATE, statusLabel } from "./status";

function Fact({ label, children, bad }: { label: string; children: ReactNode; bad?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className={cn("figures text-right", bad && "text-red")}>{children}</dd>
    </div>
  );
}

const yesNo = (value: boolean) => (value ? "Yes" : "No");
const percent = (value: number) => `${value.toFixed(2)}%`;

export function Information({ domain }: { domain: Domain }) {
  const limit = domain.daily_send_limit > 0 ? formatNumber(domain.daily_send_limit) : "No limit";
  return (
    <section aria-labelledby="information-title" className="mt-5 first:mt-0">
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
        Rates of {countOf(domain.metrics_sent, "mail")} since{" "}
        {new Date(domain.metrics_since).toLocaleDateString(undefined, { dateStyle: "medium" })}
        {domain.metrics_soft_bounced > 0 ? `, ${countOf(domain.metrics_soft_bounced, "full mailbox")} apart` : ""}.{" "}
        {isHealthy(domain)
          ? `Above ${MAX_BOUNCE_RATE}% of bounces or ${MAX_COMPLAINT_RATE}% of complaints, sending is paused.`
          : "Receivers begin to refuse a sender with such rates: campaigns from this domain are paused."}
      </p>
    </section>
  );
}
