import { useState } from "react";
import type { CampaignRef } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { countOf, formatNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Select } from "@/ui/field";
import { PageButtons } from "@/ui/page-buttons";
import { Retry } from "@/ui/retry";
import { SearchInput } from "@/ui/search-input";
import { Section, Skeleton } from "@/ui/surface";
import { states } from "../ledger";
import { MessageDialog } from "./message-dialog";
import { SubscriberTable } from "./subscriber-table";
import { TabSkeleton } from "./tab-skeleton";
import { acts, returns } from "./tabs";
import { type SubscriberList, useSubscribers } from "./use-subscribers";

const Options = ({ of }: { of: readonly { value: string; label: string }[] }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

const stateOptions = states.map(({ state, label }) => ({ value: state, label }));

function Filters({ list, tracked }: { list: SubscriberList; tracked: boolean }) {
  return (
    <search className="mb-4 flex flex-wrap gap-2 print:hidden">
      <SearchInput
        aria-label="Search subscribers"
        placeholder="Search by name or email..."
        value={list.typed}
        onChange={(event) => list.setTyped(event.target.value)}
        className="min-w-0 flex-1 basis-full sm:basis-56"
      />
      <Select
        aria-label="Show"
        className="max-sm:flex-1 sm:w-52"
        value={list.filter}
        onChange={(event) => list.setFilter(event.target.value)}
      >
        <option value="">All subscribers</option>
        <optgroup label="State">
          <Options of={stateOptions} />
        </optgroup>
        {tracked ? (
          <optgroup label="What they did">
            <Options of={acts} />
          </optgroup>
        ) : null}
        <optgroup label="What came back">
          <Options of={returns} />
        </optgroup>
      </Select>
    </search>
  );
}

function Nobody({ list }: { list: SubscriberList }) {
  const isFiltered = list.filter !== "" || list.typed !== "";
  return (
    <Empty
      role="status"
      drawing={isFiltered ? "magnifier" : "readers"}
      title={isFiltered ? "No subscribers match" : "No subscribers yet"}
      text={isFiltered ? undefined : "They appear here as soon as sending starts."}
      action={isFiltered ? <Button onClick={list.clear}>Show all subscribers</Button> : undefined}
    />
  );
}

/** As high as a page of rows. */
const Rows = () => <Skeleton className="h-[1800px] rounded-card" />;

export function SubscribersSkeleton() {
  return (
    <TabSkeleton text="Loading subscribers...">
      <Rows />
    </TabSkeleton>
  );
}

interface Props {
  campaign: CampaignRef;
  live: boolean;
  /** Whether it is known who opened and clicked. */
  tracked: boolean;
}

/** Everyone the campaign was meant for, with what became of their email. */
export function SubscriberSection({ campaign, live, tracked }: Props) {
  const subscribers = useSubscribers(campaign, live);
  const [mail, setMail] = useState<number | null>(null);
  const { data, error, isLoading, mutate } = subscribers.list;
  return (
    <Section id="subscribers" title="Subscribers" className="mt-8">
      <Filters list={subscribers} tracked={tracked} />
      {error ? <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry> : null}
      {!data && !error ? (
        <>
          <p role="status" className="sr-only">
            Loading subscribers...
          </p>
          <Rows />
        </>
      ) : null}
      {data?.rows.length === 0 ? <Nobody list={subscribers} /> : null}
      {data && data.rows.length > 0 ? (
        <>
          <SubscriberTable rows={data.rows} stale={isLoading} tracked={tracked} onRead={setMail} />
          <div className="mt-3 flex items-center justify-between gap-3">
            <p className="figures text-13 text-muted">
              Showing {formatNumber(data.rows.length)} of {data.capped ? "more than " : ""}
              {countOf(data.total, "subscriber")}
            </p>
            <PageButtons previous={subscribers.previous} next={subscribers.next} className="print:hidden" />
          </div>
        </>
      ) : null}
      {mail === null ? null : <MessageDialog id={mail} onClose={() => setMail(null)} />}
    </Section>
  );
}
