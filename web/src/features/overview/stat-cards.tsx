import type { Overview } from "@/api/types";
import { formatNumber, formatRate } from "@/lib/format";
import { Change, RateChange } from "@/ui/chart/change";
import { Stat } from "@/ui/stat";
import { Card, Skeleton } from "@/ui/surface";

const NONE = "nothing in the 30 days before";
const grid = "grid gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-[n+4]:col-span-3";

export function StatCards({ overview }: { overview: Overview }) {
  const { last_30_days: now, previous_30_days: before, totals } = overview;
  const mailedBefore = before.emails_sent > 0;
  return (
    <div className={grid}>
      <Stat
        label="Subscribers"
        value={formatNumber(totals.subscribers)}
        note={
          <span className="text-muted">
            +{formatNumber(now.new_subscribers)} and -{formatNumber(now.unsubscribed)} in 30 days
          </span>
        }
      />
      <Stat
        label="Emails sent, 30 days"
        value={formatNumber(now.emails_sent)}
        note={<Change now={now.emails_sent} before={before.emails_sent} none={NONE} />}
      />
      <Stat
        label="Campaigns sent, 30 days"
        value={formatNumber(now.campaigns_sent)}
        note={<Change now={now.campaigns_sent} before={before.campaigns_sent} none={NONE} />}
      />
      <Stat
        label="Open rate, 30 days"
        value={formatRate(now.open_rate)}
        note={<RateChange now={now.open_rate} before={mailedBefore ? before.open_rate : null} none={NONE} />}
      />
      <Stat
        label="Click rate, 30 days"
        value={formatRate(now.click_rate)}
        note={<RateChange now={now.click_rate} before={mailedBefore ? before.click_rate : null} none={NONE} />}
      />
    </div>
  );
}

export function StatSkeletons() {
  return (
    <div className={grid}>
      {["a", "b", "c", "d", "e"].map((key) => (
        <Card key={key} className="h-[74px] p-5 sm:h-[126px]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-3 h-8 w-24 max-sm:hidden" />
        </Card>
      ))}
    </div>
  );
}
