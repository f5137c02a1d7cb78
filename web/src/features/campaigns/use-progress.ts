import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import type { Campaign, CampaignRef } from "@/api/campaigns";
import { followProgress, type Progress } from "@/api/reports";
import { affected } from "./actions";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Follows the stream until it says that it is over; a broken connection is opened again. */
async function follow(
  campaign: CampaignRef,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  for (let wait = 1000; !signal.aborted; wait = Math.min(wait * 2, 15_000)) {
    try {
      for await (const { progress, isOver } of followProgress(campaign, signal)) {
        if (progress) onProgress(progress);
        if (isOver) return;
        wait = 1000;
      }
    } catch (error) {
      if (!signal.aborted) console.warn("The progress stream broke; trying again", error);
    }
    await pause(wait);
  }
}

/** Live figures of a campaign that is being sent; null until the first ones have come. */
export function useProgress(campaign: Campaign | null, live: boolean): Progress | null {
  const [progress, setProgress] = useState<Progress | null>(null);
  const { mutate } = useSWRConfig();
  const { newsletter_id, id, status } = campaign ?? {};
  const sending = status === "sending";
  useEffect(() => {
    if (!live || !sending || newsletter_id === undefined || id === undefined) return;
    const abort = new AbortController();
    follow({ newsletter_id, id }, abort.signal, setProgress)
      .then(() => (abort.signal.aborted ? undefined : mutate(affected)))
      .catch(() => undefined);
    return () => {
      abort.abort();
      setProgress(null);
    };
  }, [live, sending, newsletter_id, id, mutate]);
  return progress;
}
