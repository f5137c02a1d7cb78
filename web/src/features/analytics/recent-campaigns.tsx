import { useState } from "react";
import { Link } from "react-router";
import type { Analytics, AnalyticsCampaign } from "@/api/analytics";
import { formatNumber, formatRate } from "@/lib/format";
import { reportPath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Card } from "@/ui/surface";
import { Time } from "@/ui/time";
import { say } from "./words";

/** As many as are looked at; the rest of the ten is one click away. */
const FIRST = 3;

type Tracked = (campaign: AnalyticsCampaign) => boolean;

function Row({ campaign, tracked }: { campaign: AnalyticsCampaign; tracked: boolean }) {
  const rate = (value: number) => (tracked && campaign.sent > 0 ? formatRate(value) : "–");
  const figures: [string, string][] = [
    [say.sent, formatNumber(campaign.sent)],
    [say.opened, rate(campaign.open_rate)],
    [say.clicked, rate(campaign.click_rate)],
  ];
  return (
    <li className="flex flex-col gap-x-8 gap-y-2 border-line border-t px-5 py-3 first:border-t-0 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <Link
          to={reportPath(campaign.newsletter_id, campaign.id)}
          className="block truncate font-medium hover:underline hover:underline-offset-3"
        >
          {campaign.subject}
        </Link>
        <p className="truncate text-12 text-muted">
          {campaign.newsletter_name} · <Time at={campaign.sent_at} />
        </p>
      </div>
      <dl className="flex shrink-0 gap-6 text-13 sm:text-right">
        {figures.map(([label, value]) => (
          <div key={label} className="flex min-w-14 flex-col-reverse">
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** The newest campaigns of the range, each leading to its report. */
export function RecentCampaigns({ analytics }: { analytics: Analytics }) {
  const [all, setAll] = useState(false);
  const { campaigns, newsletters } = analytics;
  const tracked: Tracked = (campaign) =>
    newsletters.find((one) => one.id === campaign.newsletter_id)?.tracking === "full";
  const more = campaigns.length - FIRST;
  return (
    <Card>
      <h3 className="px-5 pt-5 font-medium text-13">{say.recentCampaigns}</h3>
      <ol className="mt-2">
        {campaigns.slice(0, all ? undefined : FIRST).map((campaign) => (
          <Row key={campaign.id} campaign={campaign} tracked={tracked(campaign)} />
        ))}
      </ol>
      {more > 0 && !all ? (
        <div className="border-line border-t px-3 py-2 print:hidden">
          <Button look="quiet" size="small" onClick={() => setAll(true)}>
            {say.showMoreMore(more)}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
