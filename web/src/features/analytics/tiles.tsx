import type { Analytics } from "@/api/analytics";
import { formatNumber, formatRate } from "@/lib/format";
import { Change, RateChange } from "@/ui/chart/change";
import { Stat } from "@/ui/stat";
import { Card, Skeleton } from "@/ui/surface";
import { hasCounts, hasRates } from "./tracking";
import { say } from "./words";

const NONE = say.noEarlierData;
const grid = "grid gap-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4";

/** The specified totals, each against the period before. */
export function Tiles({ analytics }: { analytics: Analytics }) {
  const { totals, previous } = analytics;
  const acts = (label: string, now: number, before: number, rate: number) => (
    <Stat
      label={label}
      value={hasCounts(analytics) ? formatNumber(now) : "–"}
      note={
        hasCounts(analytics) ? (
          <>
            <Change now={now} before={before} none={NONE} />
            <span className="mt-1 block text-muted">
              {hasRates(analytics) ? say.rateOfMailsSent(rate) : say.notCountedByReader}
            </span>
          </>
        ) : (
          <span className="text-muted">{say.notTracked}</span>
        )
      }
    />
  );
  return (
    <div className={grid}>
      <Stat
        label={say.totalEmailsSent}
        value={formatNumber(totals.sent)}
        note={<Change now={totals.sent} before={previous.sent} none={NONE} />}
      />
      {acts(say.opens, totals.opens, previous.opens, totals.open_rate)}
      {acts(say.clicks, totals.clicks, previous.clicks, totals.click_rate)}
      <Stat
        label={say.bounceRate2}
        value={formatRate(totals.bounce_rate)}
        note={
          <RateChange now={totals.bounce_rate} before={previous.sent > 0 ? previous.bounce_rate : null} none={NONE} />
        }
      />
    </div>
  );
}

export function TileSkeletons() {
  return (
    <div className={grid}>
      {["a", "b", "c", "d"].map((key) => (
        <Card key={key} className="h-[74px] p-5 sm:h-[146px]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-3 h-8 w-24 max-sm:hidden" />
        </Card>
      ))}
    </div>
  );
}
