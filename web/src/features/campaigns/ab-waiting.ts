import type { Campaign } from "@/api/campaigns";
import { type Report, useReport } from "@/api/reports";
import { testingLine } from "./ab-progress";

const AGAIN_MS = 30_000;

/**
 * What an A/B test waits for, once the sample has its email; null when it waits for nothing. Until the choice nothing
 * is sent, so there is no pace and no time left to tell.
 */
export function waitingFor({ ab_test: test, ledger, status }: Pick<Report, "ab_test" | "ledger" | "status">) {
  if (status !== "sending" || test?.state !== "waiting" || ledger.queued === 0 || ledger.sending > 0) return null;
  const sample = test.variants.reduce((sum, { sent }) => sum + sent, 0);
  return testingLine(sample, ledger.queued, test.decides_at);
}

/** The same for a campaign that is not followed, and whose report is not on the page. */
export function useAbWaiting(campaign: Campaign, isFollowed: boolean): string | null {
  const tested = !isFollowed && campaign.has_ab_test && campaign.status === "sending";
  const { data } = useReport(tested ? campaign : null, { refreshInterval: AGAIN_MS });
  return data ? waitingFor(data) : null;
}
