import type { Campaign } from "@/api/campaigns";
import { type AbTestReport, type Progress, useReport } from "@/api/reports";
import { formatRate } from "@/lib/format";
import { Button } from "@/ui/button";
import { useCampaignActions } from "./actions";
import { say } from "./words";

export type AbTestProgress = NonNullable<Progress["ab_test"]>;

const AGAIN_MS = 30_000;

/** Whom a test is tried on and what becomes of the others, in one sentence each. */
export const testingLine = (sample: number, rest: number, decidesAt: string) =>
  say.testingOnSubscriberTheWinner(sample, rest, decidesAt);

const soFar = ({ metric, variants }: AbTestReport) =>
  say.soFarByMetricRate(metric, variants.map(({ name, rate }) => `${name} ${formatRate(rate)}`).join(" · "));

interface Props {
  campaign: Campaign;
  test: AbTestProgress;
  /** How many the variants go to. */
  sample: number;
}

/** What an A/B test waits for, what its variants have so far, and the way to end the wait. */
export function AbProgress({ campaign, test, sample }: Props) {
  const act = useCampaignActions();
  const isOut = test.state === "waiting";
  const { data } = useReport(isOut ? campaign : null, { refreshInterval: AGAIN_MS });
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-13">
      <div className="figures min-w-0">
        <p>{testingLine(sample, test.rest, test.decides_at)}</p>
        {isOut ? <p className="min-h-5 text-muted">{data?.ab_test ? soFar(data.ab_test) : ""}</p> : null}
      </div>
      {isOut ? (
        <Button size="small" onClick={() => void act.decide(campaign, test)}>
          {say.decideNow}
        </Button>
      ) : null}
    </div>
  );
}
