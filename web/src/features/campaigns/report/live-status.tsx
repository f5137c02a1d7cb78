import type { Campaign } from "@/api/campaigns";
import type { Progress, Report } from "@/api/reports";
import { withLocalTimes } from "@/lib/format";
import { Banner } from "@/ui/surface";
import { LiveProgress } from "../live-progress";
import { PauseBanner, TroubleBanner } from "../standstill";

interface Props {
  campaign: Campaign;
  report: Report;
  progress: Progress | null;
  testing: boolean;
}

/** How far a campaign on its way is, and what holds it up. */
export function LiveStatus({ campaign, report, progress, testing }: Props) {
  const { status, waiting } = report;
  if (status !== "sending" && status !== "paused") return null;
  return (
    <div className="mt-6">
      <LiveProgress campaign={campaign} progress={progress} />
      {status === "sending" ? <TroubleBanner trouble={(progress ?? report).trouble} /> : null}
      {status === "paused" ? <PauseBanner reason={report.pause_reason} /> : null}
      {waiting && !testing ? (
        <div className="mt-4">
          <Banner tone="blue">{withLocalTimes(waiting)}</Banner>
        </div>
      ) : null}
    </div>
  );
}
