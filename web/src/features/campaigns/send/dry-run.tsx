import { type ReactNode, useId } from "react";
import { type Campaign, type DryRun, type LeftOut, useDryRun } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { countOf, formatClock, formatDuration, formatNumber, formatSpeed } from "@/lib/format";
import { Button } from "@/ui/button";
import { Banner, Loading, Skeleton } from "@/ui/surface";

function Reasons({ title, rows }: { title: string; rows: LeftOut[] }) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h4 className="mb-1 text-muted">{title}</h4>
      <ul className="grid gap-0.5">
        {rows.map(({ reason, count }) => (
          <li key={reason} className="flex justify-between gap-4">
            <span className="min-w-0 break-words">{reason}</span>
            <span className="figures shrink-0">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function length({ seconds, days, rate_per_second }: DryRun): string {
  const rate = rate_per_second ? ` at ${formatSpeed(rate_per_second)}` : "";
  if (days > 1) return `Takes ${countOf(days, "day")} under today's limits${rate}`;
  return seconds === null ? "How long it takes is not known yet" : `Takes about ${formatDuration(seconds)}${rate}`;
}

/** What "Send now" does to the time that was chosen before: it does not wait for it. */
function starts({ repeat, scheduled_at }: Campaign): string {
  if (scheduled_at === null) return "Starts now";
  const planned = formatClock(scheduled_at);
  return repeat ? `Sends an issue now; the next one still leaves ${planned}` : `Starts now, not on ${planned}`;
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-muted">{children}</p>;
}

function Outcome({ run, campaign }: { run: DryRun; campaign: Campaign }) {
  const { recipients, intended, sample, usual_audience } = run;
  return (
    <div className="figures grid gap-4 rounded-card border border-line p-4 text-13">
      <div className="grid gap-0.5">
        <p className="text-base">
          <span className="font-medium">{countOf(recipients, "reader")}</span> would get it
          {recipients === intended ? null : <span className="text-muted"> of {formatNumber(intended)}</span>}
        </p>
        {usual_audience === null ? null : <Line>Usually it is {formatNumber(usual_audience)}.</Line>}
        {sample.length > 0 ? (
          <Line>
            <span className="break-words">
              Such as {sample.slice(0, 3).join(", ")}
              {recipients > Math.min(sample.length, 3) ? " and others" : ""}
            </span>
          </Line>
        ) : null}
      </div>
      <Reasons title="Left out" rows={run.left_out} />
      <Reasons title="Not among the readers it is for" rows={run.not_audience} />
      <div className="grid gap-0.5">
        <p>
          {length(run)}. {starts(campaign)}.
        </p>
        <Line>{run.rate_source}</Line>
        {run.limits.map((limit) => (
          <Line key={limit}>{limit}</Line>
        ))}
      </div>
    </div>
  );
}

/** Who would get it, who would not and why, and how long that would take. */
export function DryRunSection({ campaign }: { campaign: Campaign }) {
  const id = useId();
  const { data, error, mutate } = useDryRun(campaign);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-medium text-13">
        Who gets it
      </h3>
      {data ? (
        <Outcome run={data} campaign={campaign} />
      ) : error ? (
        <Banner
          tone="yellow"
          action={
            <Button size="small" onClick={() => void mutate()}>
              Try Again
            </Button>
          }
        >
          The readers could not be counted: {messageOf(error)}
        </Banner>
      ) : (
        <Loading text="Counting the readers...">
          <Skeleton className="h-32" />
        </Loading>
      )}
    </section>
  );
}
