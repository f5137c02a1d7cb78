import type { ReactNode } from "react";
import type { Domain } from "@/api/domains";
import { cn } from "@/lib/cn";
import { formatNumber } from "@/lib/format";
import { hasSent, MAX_BOUNCE_RATE, MAX_COMPLAINT_RATE, percent, statusLabel } from "./status";
import { say } from "./words";

function Fact({ label, children, bad }: { label: string; children: ReactNode; bad?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className={cn("figures text-right", bad && "text-red")}>{children}</dd>
    </div>
  );
}

const yesNo = (value: boolean) => (value ? say.yes : say.no);

/** A full mailbox is no bounce in the rate. */
function ratesOf({ metrics_sent, metrics_since, metrics_soft_bounced }: Domain): string {
  const full = say.fullMailboxes(metrics_soft_bounced);
  const apart = metrics_soft_bounced > 0 ? say.without(full) : "";
  return say.ratesOfEmailSinceSince(metrics_sent, metrics_since, apart);
}

export function Information({ domain }: { domain: Domain }) {
  const limit = domain.daily_send_limit > 0 ? formatNumber(domain.daily_send_limit) : say.noLimit;
  return (
    <section aria-labelledby="information-title" className="mt-8 first:mt-0">
      <h3 id="information-title" className="mb-1 font-semibold text-base">
        {say.domainInformation}
      </h3>
      <dl className="grid gap-x-10 divide-line text-13 sm:grid-cols-2">
        <Fact label={say.status}>{statusLabel(domain.verification_status)}</Fact>
        <Fact label={say.newslettersOfYours}>{formatNumber(domain.newsletters)}</Fact>
        <Fact label={say.sesVerified}>{yesNo(domain.ses_verified)}</Fact>
        <Fact label={say.dkimVerified}>{yesNo(domain.ses_dkim_verified)}</Fact>
        <Fact label={say.dailyLimit}>{limit}</Fact>
        <Fact label={say.sentToday}>{formatNumber(domain.current_daily_sent)}</Fact>
        <Fact label={say.bounceRate} bad={domain.bounce_rate > MAX_BOUNCE_RATE}>
          {percent(domain.bounce_rate)}
        </Fact>
        <Fact label={say.complaintRate} bad={domain.complaint_rate > MAX_COMPLAINT_RATE}>
          {percent(domain.complaint_rate)}
        </Fact>
        {domain.warm_up_day ? (
          <Fact label={say.warmUp}>{say.warmUpDay(domain.warm_up_day, domain.daily_allowance ?? 0)}</Fact>
        ) : null}
      </dl>
      <p className="mt-2 text-12 text-muted">
        {hasSent(domain) ? ratesOf(domain) : say.noEmailSentSinceSince(domain.metrics_since)}
      </p>
    </section>
  );
}
