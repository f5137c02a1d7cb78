import type { VerificationStatus } from "@/api/domains";
import { Rich } from "@/ui/rich";
import { Time } from "@/ui/time";
import { statusLabel } from "./status";
import { say } from "./words";

/** When the domain changed its state, newest first, and when it is looked at next. */
export function Story({ status }: { status: VerificationStatus }) {
  return (
    <section aria-labelledby="story-title" className="mt-8">
      <h3 id="story-title" className="mb-2 font-semibold text-base">
        {say.history}
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
          <Rich text={say.checkedAt} parts={{ time: () => <Time at={status.checked_at ?? ""} inline /> }} />
        ) : (
          say.notCheckedYet
        )}
        {status.next_check_at ? say.nextCheck(status.next_check_at) : say.verifyToCheckAgain}
      </p>
    </section>
  );
}
