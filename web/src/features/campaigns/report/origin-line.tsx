import { Link } from "react-router";
import type { Origin } from "@/api/campaigns";
import { reportPath } from "@/lib/paths";
import { say } from "./words";

const words: Record<Origin["kind"], string> = {
  not_opened: say.resentToNonOpenersOf,
  not_sent: say.sentToThoseWhoDidnt,
  repeat: say.anIssueOf,
  duplicate: say.aCopyOf,
};

/** The campaign this one came from. */
export function OriginLine({ origin, newsletterId }: { origin: Origin | null; newsletterId: number }) {
  if (!origin) return null;
  return (
    <p className="mt-1.5 text-13 text-muted">
      {words[origin.kind]}{" "}
      {origin.subject === null ? (
        say.aDeletedCampaign
      ) : (
        <Link to={reportPath(newsletterId, origin.campaign_id)} className="link text-text">
          {origin.subject}
        </Link>
      )}
    </p>
  );
}
