import { type ReactNode, useEffect, useRef } from "react";
import { Link, useParams } from "react-router";
import { type Campaign, type CampaignRef, useCampaign } from "@/api/campaigns";
import { useAgain } from "@/api/hooks";
import { isStatus, messageOf } from "@/api/problem";
import { type Progress, type Report, useReport } from "@/api/reports";
import { readSubject } from "@/email/as-read";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Tabs } from "@/ui/tabs";
import { testOf } from "./ab-waiting";
import { knowsWhoOpened } from "./known";
import { isMoving } from "./ledger";
import { CapturedMailSection } from "./report/captured-mail";
import { EmailSection, EmailSkeleton } from "./report/email-section";
import { LinkSection, LinksSkeleton } from "./report/link-section";
import { LogSection, LogSkeleton } from "./report/log-section";
import { Overview, OverviewSkeleton } from "./report/overview";
import { HeaderSkeleton, ReportHeader } from "./report/report-header";
import { SubscriberSection, SubscribersSkeleton } from "./report/subscriber-section";
import { type ReportTab, reportTabs, tabTo, useReportTab } from "./report/tabs";
import { needsDecision, UncertainSection } from "./report/uncertain-section";
import { useProgress } from "./use-progress";
import { say } from "./words";

const WHILE_SENDING_MS = 2000;
/** Opens and clicks come in long after the last email has left. */
const AFTERWARDS_MS = 30_000;

const skeletons: Record<ReportTab, () => ReactNode> = {
  overview: OverviewSkeleton,
  links: LinksSkeleton,
  subscribers: SubscribersSkeleton,
  emails: EmailSkeleton,
  log: LogSkeleton,
};

interface Shown {
  campaign: Campaign;
  report: Report;
  progress: Progress | null;
  testing: boolean;
  onResolved: () => void;
}

/** What a tab shows; nothing is asked for the others. */
function Part({ tab, ...shown }: Shown & { tab: ReportTab }) {
  const { campaign, report, onResolved } = shown;
  const live = isMoving(report);
  switch (tab) {
    case "links":
      return <LinkSection report={report} campaign={campaign} />;
    case "subscribers":
      return <SubscriberSection campaign={campaign} live={live} tracked={knowsWhoOpened(report)} />;
    case "emails":
      return (
        <>
          <EmailSection campaign={campaign} test={report.ab_test} />
          <CapturedMailSection campaignId={campaign.id} live={live} />
        </>
      );
    case "log":
      return (
        <LogSection
          campaign={campaign}
          report={report}
          settled={
            needsDecision(report) ? null : (
              <UncertainSection report={report} campaign={campaign} onResolved={onResolved} />
            )
          }
        />
      );
    default:
      return <Overview {...shown} />;
  }
}

const tabs = reportTabs.map(({ value, label }) => ({ value, label, to: tabTo(value) }));

/** Below the fold a link to another tab would change what nobody sees. */
function useTabsInView(tab: ReportTab) {
  const before = useRef(tab);
  useEffect(() => {
    if (before.current === tab) return;
    before.current = tab;
    const bar = document.querySelector('main [role="tablist"]');
    if (bar && bar.getBoundingClientRect().top < 0) scrollTo({ top: 0 });
  }, [tab]);
}

function NoReport({ missing, problem, onRetry }: { missing: boolean; problem: unknown; onRetry: () => void }) {
  return (
    <Empty
      role="alert"
      drawing={missing ? "page" : "broken"}
      title={missing ? say.campaignNotFound : say.theReportDidntLoad}
      text={missing ? say.itMayHaveBeenDeleted : messageOf(problem)}
      action={
        <>
          {missing ? null : <Button onClick={onRetry}>{say.tryAgain}</Button>}
          <Button asChild>
            <Link to="/campaigns">{say.allCampaigns}</Link>
          </Button>
        </>
      }
    />
  );
}

const withReport = (campaign: Campaign, { status, pause_reason, ledger }: Report): Campaign => ({
  ...campaign,
  status,
  pause_reason,
  ledger,
});

/** What is known of the campaign, with what its report and the stream say newer. */
function useReported(asked: CampaignRef | null) {
  const { data, error: campaignError, mutate: reload } = useCampaign(asked);
  const { data: report, error, mutate } = useReport(asked);
  useAgain(report ? (isMoving(report) ? WHILE_SENDING_MS : AFTERWARDS_MS) : 0, mutate);
  const campaign = data && report ? withReport(data, report) : null;
  const progress = useProgress(campaign, true);
  const testing = report !== undefined && Boolean(progress ? progress.ab_test : testOf(report));
  return {
    shown: campaign && report ? { campaign, report, progress, testing, onResolved: () => void mutate() } : null,
    problem: report ? null : (campaignError ?? error),
    retry: () => void Promise.all([reload(), mutate()]),
  };
}

export default function ReportPage() {
  const { newsletterId, campaignId } = useParams();
  const tab = useReportTab();
  useTabsInView(tab);
  const valid = /^\d+$/.test(newsletterId ?? "") && /^\d+$/.test(campaignId ?? "");
  const asked = valid ? { newsletter_id: Number(newsletterId), id: Number(campaignId) } : null;
  const { shown, problem, retry } = useReported(asked);
  useTitle(shown ? say.reportSubject(readSubject(shown.campaign)) : say.campaignReport);
  if (!asked || problem) {
    return <NoReport missing={!asked || isStatus(problem, 404)} problem={problem} onRetry={retry} />;
  }
  const Waiting = skeletons[tab];
  return (
    <>
      {shown ? <ReportHeader {...shown} /> : <HeaderSkeleton />}
      <Tabs label={say.report} value={tab} tabs={tabs} className="mt-5">
        {shown ? <Part tab={tab} {...shown} /> : <Waiting />}
      </Tabs>
    </>
  );
}
