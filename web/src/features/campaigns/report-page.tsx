import { useState } from "react";
import { Link, useParams } from "react-router";
import { type Campaign, useCampaign } from "@/api/campaigns";
import { isStatus, messageOf } from "@/api/problem";
import { type Report, useReport } from "@/api/reports";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Loading, Skeleton } from "@/ui/surface";
import { isMoving } from "./ledger";
import { AbSection } from "./report/ab-section";
import { CapturedMailSection } from "./report/captured-mail";
import { FiguresSection } from "./report/figures-section";
import { LedgerSection } from "./report/ledger-section";
import { LinkSection } from "./report/link-section";
import { type ReaderFilter, ReaderSection } from "./report/reader-section";
import { ReportHeader } from "./report/report-header";
import { UncertainSection } from "./report/uncertain-section";

const WHILE_SENDING_MS = 2000;
/** Opens and clicks come in long after the last mail has left. */
const AFTERWARDS_MS = 30_000;

function Sections({ campaign, report, onChanged }: { campaign: Campaign; report: Report; onChanged: () => void }) {
  const [state, setState] = useState<ReaderFilter | "">("");
  return (
    <>
      <FiguresSection report={report} subject={campaign.subject} />
      <AbSection test={report.ab_test} />
      <LinkSection report={report} campaign={campaign} />
      <LedgerSection report={report} onShow={setState} />
      <UncertainSection report={report} campaign={campaign} onResolved={onChanged} />
      <ReaderSection
        campaign={campaign}
        state={state}
        onState={setState}
        live={isMoving(report)}
        tracked={report.tracking === "full"}
      />
      <CapturedMailSection campaignId={campaign.id} live={isMoving(report)} />
    </>
  );
}

export default function ReportPage() {
  const { newsletterId, campaignId } = useParams();
  const valid = /^\d+$/.test(newsletterId ?? "") && /^\d+$/.test(campaignId ?? "");
  const asked = valid ? { newsletter_id: Number(newsletterId), id: Number(campaignId) } : null;
  const { data: campaign, error: campaignError, mutate: reload } = useCampaign(asked);
  const {
    data: report,
    error,
    mutate,
  } = useReport(asked, {
    refreshInterval: (latest) => (latest && isMoving(latest) ? WHILE_SENDING_MS : AFTERWARDS_MS),
  });
  useTitle(campaign ? `Report: ${campaign.subject}` : "Campaign report");
  const problem = campaignError ?? error;

  if (!asked || (problem && !report)) {
    const missing = !asked || isStatus(problem, 404);
    return (
      <Empty
        role="alert"
        drawing={missing ? "page" : "broken"}
        title={missing ? "This campaign is not there" : "The report could not be loaded"}
        text={missing ? "It may have been deleted." : messageOf(problem)}
        action={
          <>
            {missing ? null : <Button onClick={() => void Promise.all([reload(), mutate()])}>Try Again</Button>}
            <Button asChild>
              <Link to="/campaigns">All campaigns</Link>
            </Button>
          </>
        }
      />
    );
  }
  if (!campaign || !report) {
    return (
      <Loading text="Loading report...">
        <Skeleton className="h-10 w-80 max-w-full" />
        <Skeleton className="mt-10 h-56 w-full rounded-card" />
        <Skeleton className="mt-6 h-96 w-full rounded-card" />
      </Loading>
    );
  }
  return (
    <>
      <ReportHeader
        campaign={{ ...campaign, status: report.status, pause_reason: report.pause_reason, ledger: report.ledger }}
        report={report}
      />
      <Sections campaign={campaign} report={report} onChanged={() => void mutate()} />
    </>
  );
}
