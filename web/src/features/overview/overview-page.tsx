import { Plus } from "lucide-react";
import { Link } from "react-router";
import { type Overview, useOverview } from "@/api/overview";
import { messageOf } from "@/api/problem";
import { countOf } from "@/lib/format";
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

function lead(overview: Overview | undefined): string {
  if (!overview) return "How your newsletters are doing.";
  const { newsletters, subscribers } = overview.totals;
  if (newsletters === 0) return "Welcome. A few steps to your first issue.";
  return `${countOf(subscribers, "subscriber")} across ${countOf(newsletters, "newsletter")}.`;
}

/** A chart of nothing tells nothing. */
function Beginning() {
  return (
    <div className="mt-4">
      <Empty drawing="press" title="Nothing sent yet" text="Your numbers will appear here." />
    </div>
  );
}

function Figures({ overview }: { overview: Overview }) {
  return (
    <>
      <Section id="quick-stats" title="Quick Stats" className="mt-8">
        <StatCards overview={overview} />
        {overview.totals.newsletters === 0 ? <Beginning /> : <OverviewChart series={overview.series} />}
      </Section>
      <Section id="recent-activity" title="Recent Activity">
        <RecentActivity activities={overview.recent_activity} />
      </Section>
    </>
  );
}

export default function OverviewPage() {
  const { data, error, mutate } = useOverview();
  useTitle("Overview");
  return (
    <>
      <PageHeader id="overview" title="Overview" lead={lead(data)}>
        <Button asChild>
          <Link to="/newsletters">Create Newsletter</Link>
        </Button>
        <Button asChild look="accent">
          <Link to="/campaigns">
            <Plus />
            New Campaign
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
          <Loading text="Loading overview...">
            <StatSkeletons />
            <Skeleton className="mt-4 h-[330px] w-full rounded-card" />
          </Loading>
        </div>
      ) : null}
      {data ? <Figures overview={data} /> : null}
    </>
  );
}
