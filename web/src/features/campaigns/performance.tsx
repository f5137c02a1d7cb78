import { type OverallAnalytics, useOverallAnalytics } from "@/api/analytics";
import { useCampaigns, useCreatedThisMonth } from "@/api/campaigns";
import type { Newsletter } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { formatNumber, formatRate } from "@/lib/format";
import { Stat } from "@/ui/stat";
import { Section, Skeleton } from "@/ui/surface";
import { say } from "./words";

interface Props {
  newsletters: Newsletter[] | undefined;
  /** Whether the newsletters, and with them the rates, can't be had. */
  failed: boolean;
  /** Whether its figures are asked for. */
  isAsked: boolean;
}

function sendsNote(overall: OverallAnalytics | undefined, error: Error | undefined): string {
  if (overall && overall.total_sends > 0) return say.allTimeOfEmailSent(overall.total_sends);
  return error && !overall ? messageOf(error) : say.allTimeNothingSentYet;
}

export function Performance({ newsletters, failed, isAsked }: Props) {
  const { data: page, error: pageError } = useCampaigns(isAsked ? { limit: 1 } : null);
  const { data: thisMonth } = useCreatedThisMonth(isAsked);
  const ids = newsletters?.map((newsletter) => newsletter.id);
  const { data: overall, error, isLoading } = useOverallAnalytics(isAsked ? ids : undefined);
  const waiting = !failed && (!isAsked || newsletters === undefined || isLoading);
  const rate = (percent: number | undefined) =>
    waiting ? <Skeleton className="my-1 h-6 sm:h-7 w-20" /> : formatRate(percent);
  const sends = <span className="text-muted">{waiting || failed ? "" : sendsNote(overall, error)}</span>;
  return (
    <Section id="campaign-performance" title={say.campaignPerformance} className="mt-8">
      <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
        <Stat
          label={say.totalCampaigns}
          value={page ? formatNumber(page.total) : pageError ? "-" : <Skeleton className="my-1 h-6 sm:h-7 w-16" />}
          note={<span className="text-muted">{thisMonth === undefined ? "" : say.thisMonth(thisMonth)}</span>}
        />
        <Stat label={say.averageOpenRate} value={rate(overall?.open_rate)} note={sends} />
        <Stat label={say.averageClickRate} value={rate(overall?.click_rate)} note={sends} />
      </div>
    </Section>
  );
}
