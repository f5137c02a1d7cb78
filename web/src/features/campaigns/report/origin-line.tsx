import { Link } from "react-router";
import type { Origin } from "@/api/campaigns";
import { reportPath } from "@/lib/paths";

const words: Record<Origin["kind"], string> = {
  not_opened: "Resent to non-openers of",
  not_sent: "Sent to those who didn't receive",
  repeat: "An issue of",
  duplicate: "A copy of",
};

/** The campaign this one came from. */
export function OriginLine({ origin, newsletterId }: { origin: Origin | null; newsletterId: number }) {
  if (!origin) return null;
  return (
    <p className="mt-1.5 text-13 text-muted">
      {words[origin.kind]}{" "}
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
