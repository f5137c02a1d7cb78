import type { Campaign } from "@/api/campaigns";
import { type Progress, type Report, useReport } from "@/api/reports";

const AGAIN_MS = 30_000;

/** Where an A/B test stands by its report, in the words of the stream; null when none is on. */
export function testOf({ ab_test: test, ledger, status }: Pick<Report, "ab_test" | "ledger" | "status">) {
  if (status !== "sending" || test?.state !== "waiting") return null;
  const sample = test.variants.reduce((sum, { intended }) => sum + intended, 0);
  const rest = Math.max(0, ledger.intended - sample);
  const isOut = rest > 0 && ledger.queued <= rest && ledger.sending === 0;
  const state: "waiting" | "sampling" = isOut ? "waiting" : "sampling";
  return { state, rest, decides_at: test.decides_at };
}

/** The test of a campaign; of one that is not followed by what its report says. */
export function useAbTest(campaign: Campaign, progress: Progress | null): Progress["ab_test"] {
  const isAsked = progress === null && campaign.has_ab_test && campaign.status === "sending";
  const { data } = useReport(isAsked ? campaign : null, { refreshInterval: AGAIN_MS });
  return progress ? progress.ab_test : data && isAsked ? testOf(data) : null;
}
