import { messageOf } from "@/api/problem";
import { type AuditEntry, useAudit } from "@/api/security";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { say } from "./words";

function Entry({ entry: { kind, title, detail, device, ip, at } }: { entry: AuditEntry }) {
  const where = [device, ip].filter(Boolean).join(", ");
  return (
    <li className="px-5 py-2.5 text-13">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 break-words">
          <span className={cn("font-medium", kind === "sign_in_failed" && "text-red")}>{title}</span>
          {detail ? <span className="ml-2 text-muted">{detail}</span> : null}
        </p>
        <Time at={at} className="figures shrink-0 text-12 text-muted" />
      </div>
      {where ? <p className="figures mt-0.5 break-words text-12 text-muted">{where}</p> : null}
    </li>
  );
}

function Rows() {
  const { data, error, isValidating, size, setSize, mutate } = useAudit();
  const rows = data?.flatMap((page) => page.rows);
  const more = data?.at(-1)?.next;
  const coming = isValidating && data !== undefined && data.length < size;
  return (
    <>
      {rows && rows.length > 0 ? (
        <ul aria-labelledby="activity-title" className="divide-y divide-line">
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
      {rows?.length === 0 ? <p className="px-5 pb-5 text-13 text-muted">{say.nothingWasDoneYet}</p> : null}
      {error ? (
        <div className="px-5 pb-5">
          <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>
        </div>
      ) : null}
      {!rows && !error ? (
        <div className="px-5 pb-5">
          <Loading text={say.loadingActivity}>
            <Skeleton className="h-40 w-full rounded-control" />
          </Loading>
        </div>
      ) : null}
      {(more && !error) || coming ? (
        <div className="border-line border-t px-5 py-3">
          <Button size="small" disabled={coming} onClick={() => void setSize(size + 1)}>
            {coming ? say.loading : say.loadMore}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** What was done to the account. */
export function ActivityCard() {
  return (
    <Card id="activity" tabIndex={-1} className="scroll-mt-20 outline-none">
      <div className="px-5 pt-4 pb-2">
        <h3 id="activity-title" className="font-medium text-13">
          {say.activity}
        </h3>
        <p className="mt-0.5 text-12 text-muted">{say.whatWasDoneToYour}</p>
      </div>
      <Rows />
    </Card>
  );
}
