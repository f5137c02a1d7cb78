import type { Campaign } from "@/api/campaigns";
import type { Progress, Report } from "@/api/reports";
import { Stat } from "@/ui/stat";
import { Skeleton } from "@/ui/surface";
import { AbSection } from "./ab-section";
import { FiguresSection } from "./figures-section";
import { Hours } from "./hours";
import { LedgerSection } from "./ledger-section";
import { LiveStatus } from "./live-status";
import { TabSkeleton } from "./tab-skeleton";
import { needsDecision, UncertainSection } from "./uncertain-section";
import { say } from "./words";

/** In the places and sizes of what comes. */
export function OverviewSkeleton() {
  return (
    <TabSkeleton text={say.loadingReport}>
      <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
        {[say.delivered, say.openRate, say.clickRate].map((label) => (
          <Stat
            key={label}
            label={label}
            value={<Skeleton className="my-1 h-6 sm:h-7 w-24" />}
            note={<Skeleton className="h-[34px] w-36" />}
          />
        ))}
      </div>
      <Skeleton className="mt-2 h-[125px] rounded-card sm:mt-4 sm:h-[50px]" />
      <Skeleton className="mt-2 h-[378px] rounded-card sm:mt-4 sm:h-[323px]" />
    </TabSkeleton>
  );
}

interface Props {
  campaign: Campaign;
  report: Report;
  progress: Progress | null;
  testing: boolean;
  onResolved: () => void;
}

/** What counts first: what has to be decided, what came of it, where everyone ended up. */
export function Overview({ campaign, report, progress, testing, onResolved }: Props) {
  const { ab_test: test } = report;
  return (
    <>
      <LiveStatus campaign={campaign} report={report} progress={progress} testing={testing} />
      {needsDecision(report) ? <UncertainSection report={report} campaign={campaign} onResolved={onResolved} /> : null}
      {testing ? <AbSection test={test} /> : null}
      <FiguresSection report={report}>
        <Hours report={report} subject={campaign.subject} />
      </FiguresSection>
      {testing ? null : <AbSection test={test} />}
      <LedgerSection report={report} />
    </>
  );
}
