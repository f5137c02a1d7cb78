import { Link } from "react-router";
import type { Overview } from "@/api/overview";
import { formatNumber, formatRate } from "@/lib/format";
import { Change, RateChange } from "@/ui/chart/change";
import { Stat } from "@/ui/stat";
import { Card, Skeleton } from "@/ui/surface";
import { say } from "./words";

const NONE = say.noEarlierData;
const grid = "grid gap-2 sm:grid-cols-3 sm:gap-4";

/** The figures of the month that have no card. */
function Further({ now }: { now: Overview["last_30_days"] }) {
  return (
    <p className="figures mt-3 text-13 text-muted">
      {say.lastMonth(now.campaigns_sent, now.click_rate)}{" "}
      <Link to="/analytics" className="link">
        {say.allAnalytics}
      </Link>
    </p>
  );
}

function joined({ new_subscribers, unsubscribed }: Overview["last_30_days"]): string {
  if (new_subscribers === 0 && unsubscribed === 0) return say.noChangeIn30Days;
  return say.subscribersJoinedUnsubscribedLeft30(new_subscribers, unsubscribed);
}

export function StatCards({ overview }: { overview: Overview }) {
  const { last_30_days: now, previous_30_days: before, totals } = overview;
  const mailedBefore = before.emails_sent > 0;
  return (
    <>
      <div className={grid}>
        <Stat
          label={say.subscribers}
          value={formatNumber(totals.subscribers)}
          note={<span className="text-muted">{joined(now)}</span>}
        />
        <Stat
          label={say.emailsSentLast30Days}
          value={formatNumber(now.emails_sent)}
          note={<Change now={now.emails_sent} before={before.emails_sent} none={NONE} />}
        />
        <Stat
          label={say.openRateLast30Days}
          value={formatRate(now.open_rate)}
          note={<RateChange now={now.open_rate} before={mailedBefore ? before.open_rate : null} none={NONE} />}
        />
      </div>
      {now.campaigns_sent > 0 ? <Further now={now} /> : null}
    </>
  );
}

export function StatSkeletons() {
  return (
    <div className={grid}>
      {["a", "b", "c"].map((key) => (
        <Card key={key} className="h-[74px] p-5 sm:h-[126px]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-3 h-8 w-24 max-sm:hidden" />
        </Card>
      ))}
    </div>
  );
}
