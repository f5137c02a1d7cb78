import type { Delivery } from "@/api/reports";
import { cn } from "@/lib/cn";
import { fullName } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { Time } from "@/ui/time";
import { labelOf, nameOf } from "../ledger";
import { say } from "./words";

const tones: Record<string, Tone> = {
  sent: "green",
  sending: "blue",
  deferred: "yellow",
  failed: "red",
  in_doubt: "yellow",
  held: "yellow",
};

const events: Record<string, { label: string; tone: Tone }> = {
  bounced: { label: say.bounced, tone: "red" },
  soft_bounced: { label: say.mailboxFull, tone: "yellow" },
  complained: { label: say.complained, tone: "red" },
};

/** What came back after the email was sent. */
function Events({ delivery }: { delivery: Delivery }) {
  return delivery.events.map((event) => {
    const shown = events[event.kind];
    return shown ? (
      <span key={event.kind} className="ml-1.5" title={event.detail ?? undefined}>
        <Badge tone={shown.tone}>{shown.label}</Badge>
      </span>
    ) : null;
  });
}

function Why({ delivery }: { delivery: Delivery }) {
  const code = [delivery.code, delivery.enhanced_code].filter(Boolean).join(" ");
  return (
    <>
      {code && delivery.state !== "sent" ? <span className="figures mr-2 text-muted">{code}</span> : null}
      {delivery.reason}
      {delivery.attempts > 1 ? <span className="text-muted"> {say.attemptsAttempts(delivery.attempts)}</span> : null}
      {delivery.next_attempt_at ? <span className="text-muted"> {say.nextTryAt(delivery.next_attempt_at)}</span> : null}
    </>
  );
}

/** What they did with it, where no column of its own says so. */
function Acts({ delivery }: { delivery: Delivery }) {
  const done: [string, string | null][] = [
    ["opened", delivery.opened_at],
    ["clicked", delivery.clicked_at],
  ];
  return done.map(([label, at]) =>
    at ? (
      <span key={label} className="mr-2 whitespace-nowrap text-12 text-muted xl:hidden">
        {label} <Time at={at} inline />
      </span>
    ) : null,
  );
}

const cell = "px-3 py-1.5 max-sm:p-0";
const narrow = "max-w-0 truncate max-sm:max-w-none";

const When = ({ at }: { at: string | null }) => (
  <td className={cn(cell, "whitespace-nowrap text-muted max-xl:hidden")}>{at ? <Time at={at} /> : "–"}</td>
);

interface RowProps {
  delivery: Delivery;
  tracked: boolean;
  /** Opens the kept email. */
  onRead: (id: number) => void;
}

function Row({ delivery, tracked, onRead }: RowProps) {
  const mail = delivery.captured_mail_id;
  return (
    <tr className="h-11 border-line border-t max-sm:grid max-sm:h-auto max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:px-4 max-sm:py-2">
      <td className={cn(cell, narrow, "pl-4 sm:w-[34%]")}>
        {mail === null ? (
          <span className="font-medium">{nameOf(delivery)}</span>
        ) : (
          <button type="button" className="link max-w-full truncate font-medium" onClick={() => onRead(mail)}>
            {nameOf(delivery)}
          </button>
        )}
        <span className="ml-2 text-muted">{fullName(delivery)}</span>
      </td>
      <td className={cn(cell, "whitespace-nowrap")}>
        <Badge tone={tones[delivery.state] ?? "neutral"}>{labelOf(delivery.state)}</Badge>
        <Events delivery={delivery} />
      </td>
      <td
        className={cn(cell, narrow, "sm:w-[34%] xl:w-[22%] max-sm:pt-1 print:whitespace-normal")}
        title={delivery.reason ?? undefined}
      >
        <Why delivery={delivery} />
        {tracked ? <Acts delivery={delivery} /> : null}
      </td>
      {tracked ? (
        <>
          <When at={delivery.opened_at} />
          <When at={delivery.clicked_at} />
        </>
      ) : null}
      <td className={cn(cell, "pr-4 text-right whitespace-nowrap text-muted max-sm:pt-1 max-sm:text-12")}>
        {delivery.updated_at ? <Time at={delivery.updated_at} /> : null}
      </td>
    </tr>
  );
}

interface Props {
  rows: Delivery[];
  /** Other rows are on their way. */
  stale: boolean;
  /** Whether it is known who opened and clicked. */
  tracked: boolean;
  onRead: (id: number) => void;
}

export function SubscriberTable({ rows, stale, tracked, onRead }: Props) {
  return (
    <div aria-busy={stale} className="overflow-hidden rounded-card border border-line bg-surface aria-busy:opacity-60">
      <table className="w-full text-13 max-sm:block">
        <caption className="sr-only">{say.subscribersOfThisCampaign}</caption>
        <thead className="text-left text-12 text-muted max-sm:sr-only">
          <tr className="h-9">
            <th className="pr-3 pl-4 font-normal">{say.subscriber}</th>
            <th className="px-3 font-normal">{say.state}</th>
            <th className="px-3 font-normal">{say.details}</th>
            {tracked ? (
              <>
                <th className="px-3 font-normal max-xl:hidden">{say.opened}</th>
                <th className="px-3 font-normal max-xl:hidden">{say.clicked}</th>
              </>
            ) : null}
            <th className="pr-4 pl-3 text-right font-normal">{say.updated}</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((delivery) => (
            <Row key={delivery.subscriber_id} delivery={delivery} tracked={tracked} onRead={onRead} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
