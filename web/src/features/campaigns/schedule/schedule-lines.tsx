import { CalendarClock } from "lucide-react";
import { Link } from "react-router";
import type { Campaign, Origin } from "@/api/campaigns";
import { readSubject } from "@/email/as-read";
import { reportPath } from "@/lib/paths";
import { describeRepeat, scheduledFor } from "./times";
import { say } from "./words";

/** Where a campaign came from, in one line. */
export function originOf({ kind, subject }: Origin): string {
  const name = subject === null ? say.aDeletedCampaign : say.subject(readSubject({ subject }));
  if (kind === "not_opened") return say.toThoseWhoDidNot(name);
  if (kind === "not_sent") return say.toTheRestOfName(name);
  return kind === "repeat" ? say.anIssueOfName(name) : say.aCopyOfName(name);
}

/** The wall time of a scheduled campaign, its rhythm, and its last issue. */
export function ScheduleLines({ campaign }: { campaign: Campaign }) {
  if (campaign.status !== "scheduled") return null;
  const { repeat, schedule } = campaign;
  const planned = scheduledFor(campaign);
  return (
    <div className="mt-1.5 flex items-start gap-2 text-13">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-muted" />
      <div className="figures min-w-0">
        {planned?.detail ? <p>{planned.detail}</p> : null}
        {repeat ? (
          <p>
            {describeRepeat(repeat)}
            {planned ? <span className="text-muted"> {say.nextIssue(planned.date)}</span> : null}
            {repeat.last_issue_id ? (
              <>
                <span className="text-muted"> {say.issueSoFar(repeat.times)} </span>
                <Link to={reportPath(campaign.newsletter_id, repeat.last_issue_id)} className="link">
                  {say.lastIssue}
                </Link>
              </>
            ) : null}
          </p>
        ) : null}
        {repeat?.feed_url ? <p className="break-words text-muted">{say.onlyWhenNew(repeat.feed_url)}</p> : null}
        {schedule?.note ? <p className="text-yellow">{schedule.note}</p> : null}
      </div>
    </div>
  );
}
