import { type ReactNode, useId } from "react";
import { type Campaign, type DryRun, type LeftOut, useDryRun } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { countOf, formatClock, formatNumber, formatSpeed } from "@/lib/format";
import { Button } from "@/ui/button";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { say } from "./words";

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

/** How many addresses are shown to recognise the audience by. */
const SHOWN = 3;

function length({ seconds, days, rate_per_second }: DryRun): string {
  const rate = rate_per_second ? ` at ${formatSpeed(rate_per_second)}` : "";
  if (days > 1) return say.takesDayUnderTodaysLimits(days, rate);
  if (seconds === null) return say.howLongItTakesIs;
  return seconds < 1 ? say.takesUnderASecond : say.takesAboutSecondsRate(seconds, rate);
}

/** What "Send now" does to the time that was chosen before: it does not wait for it. */
function starts({ repeat, scheduled_at }: Campaign): string {
  if (scheduled_at === null) return say.startsNow;
  const planned = formatClock(scheduled_at);
  return repeat ? say.sendsAnIssueNowThe(planned) : say.startsNowNotOnPlanned(planned);
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
          <span className="font-medium">{countOf(recipients, "subscriber")}</span>
          {recipients === intended ? null : <span className="text-muted"> {say.ofIntended(intended)}</span>}
          {usual_audience === recipients ? say.asUsual : null}
        </p>
        {usual_audience === null || usual_audience === recipients ? null : (
          <Line>{say.usuallyItIsAudience(usual_audience)}</Line>
        )}
        {sample.length > 0 ? (
          <Line>
            <span className="break-words">{say.including(sample.slice(0, SHOWN), recipients)}</span>
          </Line>
        ) : null}
      </div>
      <Reasons title={say.leftOut} rows={run.left_out} />
      <Reasons title={say.notAmongTheReadersIt} rows={run.not_audience} />
      <div className="grid gap-0.5">
        <p>{say.startAndLength(starts(campaign), length(run))}</p>
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
        {say.whoGetsIt}
      </h3>
      {data ? (
        <Outcome run={data} campaign={campaign} />
      ) : error ? (
        <Banner
          tone="yellow"
          action={
            <Button size="small" onClick={() => void mutate()}>
              {say.tryAgain}
            </Button>
          }
        >
          {say.notCounted(messageOf(error))}
        </Banner>
      ) : (
        <Loading text={say.countingTheReaders}>
          <Skeleton className="h-32" />
        </Loading>
      )}
    </section>
  );
}
