import type { Campaign } from "@/api/campaigns";
import type { Progress } from "@/api/reports";
import { formatNumber, formatSpeed } from "@/lib/format";
import { Bar } from "@/ui/progress";
import { AbProgress } from "./ab-progress";
import { useAbTest } from "./ab-waiting";
import { labelOf, partsOf, sampleOf, settled } from "./ledger";
import { say } from "./words";

/** A bar with count, rate and time left. */
export function LiveProgress({ campaign, progress }: { campaign: Campaign; progress: Progress | null }) {
  const test = useAbTest(campaign, progress);
  const all = progress?.ledger ?? campaign.ledger;
  if (!all) return null;
  // Who waits for the winner is not on the way yet.
  const ledger = test ? sampleOf(all, test.rest) : all;
  const done = settled(ledger);
  const paused = campaign.status === "paused";
  const pace = [
    progress?.rate_per_second ? formatSpeed(progress.rate_per_second) : null,
    progress?.seconds_left != null ? say.aboutLeft(progress.seconds_left) : null,
    ledger.deferred > 0 ? say.deferredToRetry(ledger.deferred) : null,
  ].filter(Boolean);
  return (
    <div className="mt-4">
      <div
        role="progressbar"
        aria-label={say.sendingSubject(campaign.subject)}
        aria-valuemin={0}
        aria-valuemax={ledger.intended}
        aria-valuenow={done}
      >
        <Bar parts={partsOf(ledger)} total={ledger.intended} label={say.doneOfSubscriberDone(done, ledger.intended)} />
      </div>
      <p className="figures mt-2 flex flex-wrap justify-between gap-x-4 text-12 text-muted">
        <span>
          {ledger.intended === 0
            ? say.countingSubscribers
            : say.doneOfSubscriberSample(done, ledger.intended, test ? say.ofTheSample : "")}
        </span>
        <span>{paused ? say.paused : test?.state === "waiting" ? null : pace.join(" · ")}</span>
      </p>
      {test && !paused ? <AbProgress campaign={campaign} test={test} sample={ledger.intended} /> : null}
      {progress?.errors.slice(0, 2).map((error) => (
        <p key={`${error.state}-${error.reason}`} className="mt-1 text-12 text-yellow">
          {formatNumber(error.count)}: {error.reason ?? labelOf(error.state)}
        </p>
      ))}
    </div>
  );
}
