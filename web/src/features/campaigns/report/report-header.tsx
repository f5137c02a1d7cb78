import { ArrowLeft, Ban, Copy, Pause, Play } from "lucide-react";
import { Link } from "react-router";
import type { Campaign } from "@/api/campaigns";
import type { Report } from "@/api/reports";
import { formatDuration, formatSpeed, withLocalTimes } from "@/lib/format";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { Time } from "@/ui/time";
import { waitingFor } from "../ab-waiting";
import { useCampaignActions } from "../actions";
import { LiveProgress } from "../live-progress";
import { PauseBanner, TroubleBanner } from "../standstill";
import { StatusBadge } from "../status";
import { useProgress } from "../use-progress";
import { OriginLine } from "./origin-line";
import { ReportActions } from "./report-actions";

function Facts({ report }: { report: Report }) {
  const speed = report.rate_per_second ? formatSpeed(report.rate_per_second) : null;
  const took =
    report.duration_seconds !== null && report.finished_at ? `took ${formatDuration(report.duration_seconds)}` : null;
  return (
    <>
      {report.started_at ? (
        <span>
          began <Time at={report.started_at} className="lowercase" />
        </span>
      ) : null}
      {took ? <span>{took}</span> : null}
      {speed ? <span>{speed}</span> : null}
    </>
  );
}

export function ReportHeader({ campaign, report }: { campaign: Campaign; report: Report }) {
  const act = useCampaignActions();
  const progress = useProgress(campaign, true);
  const running = report.status === "sending" || report.status === "paused";
  return (
    <header>
      <Link
        to="/campaigns"
        className="inline-flex items-center gap-1.5 text-13 text-muted hover:text-text print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Campaigns
      </Link>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="break-words font-medium font-serif text-[32px] leading-10 tracking-[-0.01em]">
            {campaign.subject}
          </h1>
          <p className="figures mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
            <StatusBadge status={report.status} testing={Boolean(progress?.ab_test)} />
            <span>{campaign.newsletter_name ?? "Unknown"}</span>
            <Facts report={report} />
          </p>
          <OriginLine origin={report.origin} newsletterId={campaign.newsletter_id} />
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {report.status === "sending" ? (
            <Button onClick={() => void act.pause(campaign)}>
              <Pause />
              Pause
            </Button>
          ) : null}
          {report.status === "paused" ? (
            <Button look="accent" onClick={() => void act.resume(campaign)}>
              <Play />
              Resume
            </Button>
          ) : null}
          {running ? (
            <Button onClick={() => void act.cancel(campaign)}>
              <Ban />
              Cancel
            </Button>
          ) : null}
          <Button onClick={() => void act.duplicate(campaign)}>
            <Copy />
            Duplicate
          </Button>
        </div>
      </div>
      <ReportActions campaign={campaign} report={report} />
      {running ? <LiveProgress campaign={campaign} progress={progress} /> : null}
      {report.status === "sending" ? <TroubleBanner trouble={(progress ?? report).trouble} /> : null}
      {report.status === "paused" ? <PauseBanner reason={report.pause_reason} /> : null}
      {report.waiting && !progress?.ab_test ? (
        <div className="mt-4">
          <Banner tone="blue">{waitingFor(report) ?? withLocalTimes(report.waiting)}</Banner>
        </div>
      ) : null}
    </header>
  );
}
