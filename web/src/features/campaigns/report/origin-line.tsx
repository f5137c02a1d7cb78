import { Link } from "react-router";
import type { Origin } from "@/api/campaigns";
import { reportPath } from "@/lib/paths";

const words: Record<Origin["kind"], string> = {
  not_opened: "Sent again to those who did not open",
  not_sent: "Sent to those who did not get",
  repeat: "An issue of",
  duplicate: "A copy of",
};

/** The campaign that this one came from. */
export function OriginLine({ origin, newsletterId }: { origin: Origin | null; newsletterId: number }) {
  if (!origin) return null;
  return (
    <p className="mt-1.5 text-13 text-muted">
      {words[origin.kind]}:{" "}
      {origin.subject === null ? (
        "a deleted campaign"
      ) : (
        <Link to={reportPath(newsletterId, origin.campaign_id)} className="link text-text">
          {origin.subject}
        </Link>
      )}
    </p>
  );
}
