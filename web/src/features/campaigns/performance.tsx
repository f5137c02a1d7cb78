import type { ReactNode } from "react";
import { useOverallAnalytics } from "@/api/analytics";
import { useCampaigns } from "@/api/data";
import type { Newsletter } from "@/api/types";
import { formatNumber, formatRate, isThisMonth } from "@/lib/format";
import { Card, Section, Skeleton } from "@/ui/surface";

function Tile({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <Card className="p-5">
      <p className="text-13 text-muted">{label}</p>
      <p className="figures mt-1 text-[28px] leading-9 font-medium tracking-[-0.015em]">{value}</p>
      <p className="figures mt-1 text-12 text-muted">{note}</p>
    </Card>
  );
}

export function Performance({ newsletters }: { newsletters: Newsletter[] | undefined }) {
  const { data: page, error: pageError } = useCampaigns("/api/campaigns?limit=500");
  const { data: overall, isLoading } = useOverallAnalytics(newsletters?.map((newsletter) => newsletter.id));
  const thisMonth = page?.rows.filter((campaign) => isThisMonth(campaign.created_at)).length ?? 0;
  const waiting = newsletters === undefined || isLoading;
  const rate = (percent: number | undefined) =>
    waiting ? <Skeleton className="my-1 h-7 w-20" /> : formatRate(percent);
  const sends = overall ? `of ${formatNumber(overall.total_sends)} mails sent` : "no mails sent yet";
  return (
    <Section id="campaign-performance" title="Campaign Performance" className="mt-8">
      <div className="grid gap-4 sm:grid-cols-3">
        <Tile
          label="Total Campaigns"
          value={page ? formatNumber(page.total) : pageError ? "-" : <Skeleton className="my-1 h-7 w-16" />}
          note={`+${formatNumber(thisMonth)} this month`}
        />
        <Tile label="Average Open Rate" value={rate(overall?.open_rate)} note={sends} />
        <Tile label="Average Click Rate" value={rate(overall?.click_rate)} note={sends} />
      </div>
    </Section>
  );
}
