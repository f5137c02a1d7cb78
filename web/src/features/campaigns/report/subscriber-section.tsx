import { useState } from "react";
import type { CampaignRef } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Select } from "@/ui/field";
import { ListSearch } from "@/ui/list-filters";
import { PageButtons } from "@/ui/page-buttons";
import { Retry } from "@/ui/retry";
import { Section, Skeleton } from "@/ui/surface";
import { states } from "../ledger";
import { MessageDialog } from "./message-dialog";
import { SubscriberTable } from "./subscriber-table";
import { TabSkeleton } from "./tab-skeleton";
import { acts, returns } from "./tabs";
import { type SubscriberList, useSubscribers } from "./use-subscribers";
import { say } from "./words";

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
      <ListSearch list={list} label={say.searchSubscribers} placeholder={say.searchByNameOrEmail} />
      <Select
        aria-label={say.show}
        className="max-sm:flex-1 sm:w-52"
        value={list.filter}
        onChange={(event) => list.setFilter(event.target.value)}
      >
        <option value="">{say.allSubscribers}</option>
        <optgroup label={say.state}>
          <Options of={stateOptions} />
        </optgroup>
        {tracked ? (
          <optgroup label={say.whatTheyDid}>
            <Options of={acts} />
          </optgroup>
        ) : null}
        <optgroup label={say.whatCameBack}>
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
      title={isFiltered ? say.noSubscribersMatch : say.noSubscribersYet}
      text={isFiltered ? undefined : say.theyAppearHereAsSoon}
      action={isFiltered ? <Button onClick={list.clear}>{say.showAllSubscribers}</Button> : undefined}
    />
  );
}

/** As high as a page of rows. */
const Rows = () => <Skeleton className="h-[1800px] rounded-card" />;

export function SubscribersSkeleton() {
  return (
    <TabSkeleton text={say.loadingSubscribers}>
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
    <Section id="subscribers" title={say.subscribers} className="mt-8">
      <Filters list={subscribers} tracked={tracked} />
      {error ? <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry> : null}
      {!data && !error ? (
        <>
          <p role="status" className="sr-only">
            {say.loadingSubscribers}
          </p>
          <Rows />
        </>
      ) : null}
      {data?.rows.length === 0 ? <Nobody list={subscribers} /> : null}
      {data && data.rows.length > 0 ? (
        <>
          <SubscriberTable rows={data.rows} stale={isLoading} tracked={tracked} onRead={setMail} />
          <div className="mt-3 flex items-center justify-between gap-3">
            <p className="figures text-13 text-muted">{say.showing(data.rows.length, data.total, data.capped)}</p>
            <PageButtons previous={subscribers.previous} next={subscribers.next} className="print:hidden" />
          </div>
        </>
      ) : null}
      {mail === null ? null : <MessageDialog id={mail} onClose={() => setMail(null)} />}
    </Section>
  );
}
