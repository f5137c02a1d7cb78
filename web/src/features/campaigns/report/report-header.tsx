import { ArrowLeft, Ban, Pause, Play } from "lucide-react";
import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import type { Report } from "@/api/reports";
import { readSubject } from "@/email/as-read";
import { Button } from "@/ui/button";
import { Rich } from "@/ui/rich";
import { Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { useCampaignActions } from "../actions";
import { StatusBadge } from "../status";
import { OriginLine } from "./origin-line";
import { ReportActions } from "./report-actions";
import { say } from "./words";

function Back() {
  return (
    <Link to="/campaigns" className="inline-flex items-center gap-1.5 text-13 text-muted hover:text-text print:hidden">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {say.campaigns}
    </Link>
  );
}

/** In the size of what comes. */
export function HeaderSkeleton() {
  return (
    <header>
      <Back />
      <Skeleton className="mt-3 h-10 w-96 max-w-full" />
      <Skeleton className="mt-2 h-11 w-72 max-w-full sm:h-[22px]" />
      <Skeleton className="mt-4 h-9 w-48 sm:hidden" />
    </header>
  );
}

function Facts({ report }: { report: Report }) {
  return (
    <>
      {report.started_at ? (
        <span>
          <Rich text={say.startedAt} parts={{ time: () => <Time at={report.started_at ?? ""} inline /> }} />
        </span>
      ) : null}
      {report.duration_seconds !== null && report.finished_at ? (
        <span>{say.tookSeconds(report.duration_seconds)}</span>
      ) : null}
    </>
  );
}

function Controls({ campaign, report }: Omit<Props, "testing">) {
  const act = useCampaignActions();
  const running = report.status === "sending" || report.status === "paused";
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full print:hidden">
      {report.status === "sending" ? (
        <Button onClick={() => void act.pause(campaign)}>
          <Pause />
          {say.pause}
        </Button>
      ) : null}
      {report.status === "paused" ? (
        <Button look="accent" onClick={() => void act.resume(campaign)}>
          <Play />
          {say.resume}
        </Button>
      ) : null}
      {running ? (
        <Button onClick={() => void act.cancel(campaign)}>
          <Ban />
          {say.cancel}
        </Button>
      ) : null}
      <ReportActions campaign={campaign} report={report} />
    </div>
  );
}

interface Props {
  campaign: Campaign;
  report: Report;
  /** Whether an A/B test is tried on a sample just now. */
  testing: boolean;
}

export function ReportHeader({ campaign, report, testing }: Props) {
  return (
    <header>
      <Back />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="break-words font-medium font-serif text-[32px] leading-10 tracking-[-0.01em]">
            {readSubject(campaign)}
          </h1>
          <p className="figures mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
            <StatusBadge status={report.status} testing={testing} />
            <span>{campaign.newsletter_name ?? say.unknown}</span>
            <Facts report={report} />
          </p>
          <OriginLine origin={report.origin} newsletterId={campaign.newsletter_id} />
        </div>
        <Controls campaign={campaign} report={report} />
      </div>
    </header>
  );
}
