import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import type { Overview } from "@/api/types";
import { change, formatNumber } from "@/lib/format";
import { Stat } from "@/ui/stat";
import { Card, Skeleton } from "@/ui/surface";

function Change({ now, before }: { now: number; before: number }) {
  const difference = change(now, before);
  if (!difference) return <span className="text-muted">nothing in the 30 days before</span>;
  const Icon = difference.up ? ArrowUpRight : ArrowDownRight;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className="inline-flex items-center gap-0.5 font-medium">
        <Icon aria-hidden="true" className="size-3.5 text-muted" />
        {difference.text}
      </span>
      <span className="text-muted">against {formatNumber(before)} before</span>
    </span>
  );
}

export function StatCards({ overview }: { overview: Overview }) {
  const { last_30_days: now, previous_30_days: before, totals } = overview;
  return (
    <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
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
        note={<Change now={now.emails_sent} before={before.emails_sent} />}
      />
      <Stat
        label="Campaigns sent, 30 days"
        value={formatNumber(now.campaigns_sent)}
        note={<Change now={now.campaigns_sent} before={before.campaigns_sent} />}
      />
    </div>
  );
}

export function StatSkeletons() {
  return (
    <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
      {["a", "b", "c"].map((key) => (
        <Card key={key} className="h-[74px] p-5 sm:h-[126px]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-3 h-8 w-24 max-sm:hidden" />
        </Card>
      ))}
    </div>
  );
}
