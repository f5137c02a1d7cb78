import type { VerificationStatus } from "@/api/domains";
import { formatSince } from "@/lib/format";
import { Time } from "@/ui/time";
import { statusLabel } from "./status";

/** When the domain changed its state, newest first, and when it is looked at next. */
export function Story({ status }: { status: VerificationStatus }) {
  return (
    <section aria-labelledby="story-title" className="mt-8">
      <h3 id="story-title" className="mb-2 font-semibold text-base">
        History
      </h3>
      <ol className="grid gap-1.5 text-13">
        {status.history.map((change) => (
          <li key={`${change.at} ${change.status}`} className="flex flex-wrap gap-x-3">
            <span className="w-32 shrink-0 font-medium">{statusLabel(change.status)}</span>
            <Time at={change.at} className="figures text-muted" />
            {change.reason ? <span className="text-muted">{change.reason}</span> : null}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-12 text-muted">
        {status.checked_at ? (
          <>
            Checked <Time at={status.checked_at} inline />
          </>
        ) : (
          "Not checked yet"
        )}
        {status.next_check_at ? ` · next check ${formatSince(status.next_check_at)}` : " · verify to check again"}
      </p>
    </section>
  );
}
