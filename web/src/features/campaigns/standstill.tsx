import { Link } from "react-router";
import type { SendingTrouble } from "@/api/reports";
import { useAuthor } from "@/api/session";
import { formatExact, formatSince } from "@/lib/format";
import { guidePath } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { say } from "./words";

/** Why a campaign paused itself, with what to do about it; nothing where its author paused it. */
export function PauseBanner({ reason }: { reason: string | null }) {
  if (!reason) return null;
  return (
    <div className="mt-4">
      <Banner
        tone="yellow"
        action={
          <Button asChild size="small" className="print:hidden">
            <Link to={guidePath("delivery", "when-a-campaign-pauses-itself")}>{say.whatToDo}</Link>
          </Button>
        }
      >
        {reason}
      </Banner>
    </div>
  );
}

/** That the mail server takes nothing just now, although the campaign is being sent. Its reason says what comes next. */
export function TroubleBanner({ trouble }: { trouble: SendingTrouble | null }) {
  const isAdmin = useAuthor()?.role === "admin";
  if (!trouble) return null;
  return (
    <div className="mt-4">
      <Banner
        tone="yellow"
        action={
          isAdmin ? (
            <Button asChild size="small" className="print:hidden">
              <Link to="/support">{say.checkHealth}</Link>
            </Button>
          ) : null
        }
      >
        <p className="font-medium">
          {say.noEmailHasLeftSince}{" "}
          <time dateTime={trouble.since} title={formatExact(trouble.since)}>
            {formatSince(trouble.since)}
          </time>
        </p>
        <p className="mt-0.5">{trouble.reason}</p>
      </Banner>
    </div>
  );
}
