import { useEffect, useState } from "react";
import type { CampaignRef } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { type Delivery, type LedgerState, useDeliveries } from "@/api/reports";
import { cn } from "@/lib/cn";
import { countOf, formatClock, formatNumber, fullName } from "@/lib/format";
import { useDebounced } from "@/lib/hooks";
import { useCursors } from "@/lib/list";
import { Badge, type Tone } from "@/ui/badge";
import { Empty } from "@/ui/empty";
import { Select } from "@/ui/field";
import { PageButtons } from "@/ui/page-buttons";
import { SearchInput } from "@/ui/search-input";
import { Banner, Loading, Section, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { labelOf, ledgerStates, nameOf, states } from "../ledger";
import { MessageDialog } from "./message-dialog";

const PAGE_SIZE = 50;

const tones: Record<string, Tone> = {
  sent: "green",
  sending: "blue",
  deferred: "yellow",
  failed: "red",
  in_doubt: "yellow",
  held: "yellow",
};

/** What readers did, beside the states that their mails are in. */
const acts = [
  { value: "opened", label: "Opened" },
  { value: "clicked", label: "Clicked" },
  { value: "not_opened", label: "Did not open" },
] as const;

export type ReaderFilter = LedgerState | (typeof acts)[number]["value"];

const filterOf = (value: string): ReaderFilter | "" =>
  ledgerStates.find((name) => name === value) ?? acts.find((act) => act.value === value)?.value ?? "";

interface Props {
  campaign: CampaignRef;
  state: ReaderFilter | "";
  onState: (state: ReaderFilter | "") => void;
  live: boolean;
  /** Whether it is known who opened and clicked. */
  tracked: boolean;
}

function useReaders(campaign: CampaignRef, state: string, live: boolean) {
  const [text, setText] = useState("");
  const query = useDebounced(text.trim(), 250);
  const { cursor, restart, previous, nextAfter } = useCursors();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at the first page
  useEffect(restart, [state, query]);
  const list = useDeliveries(
    campaign,
    { state, q: query, limit: PAGE_SIZE, cursor },
    { refreshInterval: live ? 5000 : 0 },
  );
  return {
    list,
    text,
    setText,
    previous,
    next: nextAfter(list.data?.next),
  };
}

function Why({ delivery }: { delivery: Delivery }) {
  const code = [delivery.code, delivery.enhanced_code].filter(Boolean).join(" ");
  return (
    <>
      {code && delivery.state !== "sent" ? <span className="figures mr-2 text-muted">{code}</span> : null}
      {delivery.reason}
      {delivery.attempts > 1 ? <span className="text-muted"> ({formatNumber(delivery.attempts)} attempts)</span> : null}
      {delivery.next_attempt_at ? (
        <span className="text-muted"> Next try {formatClock(delivery.next_attempt_at)}</span>
      ) : null}
    </>
  );
}

const events: Record<string, { label: string; tone: Tone }> = {
  bounced: { label: "Bounced", tone: "red" },
  soft_bounced: { label: "Mailbox full", tone: "yellow" },
  complained: { label: "Complained", tone: "red" },
};

/** What happened after the mail was sent. */
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

/** What the reader did with it, and when. */
function Acts({ delivery }: { delivery: Delivery }) {
  const done: [string, string | null][] = [
    ["opened", delivery.opened_at],
    ["clicked", delivery.clicked_at],
  ];
  return done.map(([label, at]) =>
    at ? (
      <span key={label} className="mr-2 whitespace-nowrap text-12 text-muted">
        {label} <Time at={at} className="lowercase" />
      </span>
    ) : null,
  );
}

function Row({ delivery, onRead }: { delivery: Delivery; onRead: (id: number) => void }) {
  const mail = delivery.captured_mail_id;
  return (
    <tr className="border-line border-t max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:px-4 max-sm:py-2">
      <td className="max-w-0 truncate py-2.5 pr-3 pl-4 sm:w-[34%] max-sm:max-w-none max-sm:p-0">
        {mail === null ? (
          <span className="font-medium">{nameOf(delivery)}</span>
        ) : (
          <button type="button" className="link max-w-full truncate font-medium" onClick={() => onRead(mail)}>
            {nameOf(delivery)}
          </button>
        )}
        <span className="ml-2 text-muted">{fullName(delivery)}</span>
      </td>
      <td className="px-3 py-2.5 max-sm:p-0">
        <Badge tone={tones[delivery.state] ?? "neutral"}>{labelOf(delivery.state)}</Badge>
        <Events delivery={delivery} />
      </td>
      <td
        className="max-w-0 truncate px-3 py-2.5 sm:w-[34%] max-sm:max-w-none max-sm:p-0 max-sm:pt-1 print:whitespace-normal"
        title={delivery.reason ?? undefined}
      >
        <Why delivery={delivery} />
        <Acts delivery={delivery} />
      </td>
      <td className="py-2.5 pr-4 pl-3 text-right whitespace-nowrap text-muted max-sm:p-0 max-sm:pt-1 max-sm:text-12">
        {delivery.updated_at ? <Time at={delivery.updated_at} /> : null}
      </td>
    </tr>
  );
}

function Table({ rows, dim, onRead }: { rows: Delivery[]; dim: boolean; onRead: (id: number) => void }) {
  return (
    <div className={cn("overflow-hidden rounded-card border border-line bg-surface", dim && "opacity-60")}>
      <table className="w-full text-13 max-sm:block">
        <thead className="text-left text-12 text-muted max-sm:sr-only">
          <tr className="h-9">
            <th className="pr-3 pl-4 font-normal">Reader</th>
            <th className="px-3 font-normal">State</th>
            <th className="px-3 font-normal">Details</th>
            <th className="pr-4 pl-3 text-right font-normal">Time</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((delivery) => (
            <Row key={delivery.subscriber_id} delivery={delivery} onRead={onRead} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ReaderSection({ campaign, state, onState, live, tracked }: Props) {
  const readers = useReaders(campaign, state, live);
  const [mail, setMail] = useState<number | null>(null);
  const { data, error, isLoading } = readers.list;
  // Choosing a state in the ledger above leads here.
  useEffect(() => {
    if (state) document.getElementById("readers")?.scrollIntoView();
  }, [state]);
  return (
    <Section id="readers" title="Readers">
      <search className="mb-4 flex flex-wrap gap-2 print:hidden">
        <SearchInput
          aria-label="Search readers"
          placeholder="Search by name or email..."
          value={readers.text}
          onChange={(event) => readers.setText(event.target.value)}
          className="min-w-0 flex-1 basis-full sm:basis-56"
        />
        <Select
          aria-label="State"
          className="max-sm:flex-1 sm:w-44"
          value={state}
          onChange={(event) => onState(filterOf(event.target.value))}
        >
          <option value="">All states</option>
          {states.map((info) => (
            <option key={info.state} value={info.state}>
              {info.label}
            </option>
          ))}
          {tracked
            ? acts.map((act) => (
                <option key={act.value} value={act.value}>
                  {act.label}
                </option>
              ))
            : null}
        </Select>
      </search>
      {error && !data ? <Banner>{messageOf(error)}</Banner> : null}
      {!data && !error ? (
        <Loading text="Loading readers...">
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      ) : null}
      {data?.rows.length === 0 ? <Empty role="status" drawing="magnifier" title="No readers here" /> : null}
      {data && data.rows.length > 0 ? (
        <>
          <Table rows={data.rows} dim={isLoading} onRead={setMail} />
          <div className="mt-3 flex items-center justify-between gap-3">
            <p className="figures text-13 text-muted">
              Showing {formatNumber(data.rows.length)} of {data.capped ? "more than " : ""}
              {countOf(data.total, "reader")}
            </p>
            <PageButtons previous={readers.previous} next={readers.next} className="print:hidden" />
          </div>
        </>
      ) : null}
      {mail === null ? null : <MessageDialog id={mail} onClose={() => setMail(null)} />}
    </Section>
  );
}
