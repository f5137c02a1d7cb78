import { Plus } from "lucide-react";
import { Link } from "react-router";
import { type Overview, overviewAhead, useOverview } from "@/api/overview";
import { messageOf } from "@/api/problem";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Retry } from "@/ui/retry";
import { Loading, PageHeader, Section, Skeleton } from "@/ui/surface";
import { FirstSteps } from "./first-steps";
import { Notices } from "./notices";
import { OverviewChart } from "./overview-chart";
import { RecentActivity } from "./recent-activity";
import { StatCards, StatSkeletons } from "./stat-cards";
import { say } from "./words";

function lead(overview: Overview | undefined): string {
  if (!overview) return say.howYourNewslettersAreDoing;
  const { newsletters, subscribers } = overview.totals;
  if (newsletters === 0) return say.welcomeAFewStepsTo;
  return say.subscriberAcrossNewsletter(subscribers, newsletters);
}

/** A chart of nothing tells nothing. */
function Beginning() {
  return (
    <div className="mt-4">
      <Empty drawing="press" title={say.nothingSentYet} text={say.yourNumbersWillAppearHere} />
    </div>
  );
}

function Figures({ overview }: { overview: Overview }) {
  return (
    <>
      <Section id="quick-stats" title={say.quickStats} className="mt-8">
        <StatCards overview={overview} />
        {overview.totals.newsletters === 0 ? <Beginning /> : <OverviewChart series={overview.series} />}
      </Section>
      <Section id="recent-activity" title={say.recentActivity}>
        <RecentActivity activities={overview.recent_activity} />
      </Section>
    </>
  );
}

/** What it asks first, asked while somebody still points at its link. */
export const ahead = overviewAhead;

export default function OverviewPage() {
  const { data, error, mutate } = useOverview();
  useTitle(say.overview);
  return (
    <>
      <PageHeader id="overview" title={say.overview} lead={lead(data)}>
        <Button asChild>
          <Link to="/newsletters">{say.createNewsletter2}</Link>
        </Button>
        <Button asChild look="accent">
          <Link to="/campaigns">
            <Plus />
            {say.newCampaign}
          </Link>
        </Button>
      </PageHeader>
      <Notices />
      {data ? <FirstSteps overview={data} mutate={mutate} /> : null}
      {error && !data ? (
        <div className="mt-8">
          <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
        </div>
      ) : null}
      {!data && !error ? (
        <div className="mt-8">
          <Loading text={say.loadingOverview}>
            <StatSkeletons />
            <Skeleton className="mt-4 h-[330px] w-full rounded-card" />
          </Loading>
        </div>
      ) : null}
      {data ? <Figures overview={data} /> : null}
    </>
  );
}
