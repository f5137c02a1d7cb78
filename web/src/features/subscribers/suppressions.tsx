import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { useSWRConfig } from "swr";
import { messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { isSuppressions, type Suppression, suppress, unsuppress, useSuppressions } from "@/api/suppressions";
import { countOf } from "@/lib/format";
import { useDebounced, useTitle } from "@/lib/hooks";
import { useCursors } from "@/lib/list";
import { notify, offerUndo, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Input, Select } from "@/ui/field";
import { PageButtons } from "@/ui/page-buttons";
import { SearchInput } from "@/ui/search-input";
import { Banner, PageHeader, Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { SubscriberTabs } from "./tabs";
import { say } from "./words";

const PAGE = 20;
const reasons: Record<string, string> = {
  hard_bounce: say.hardBounce,
  complaint: say.complaint,
  soft_bounces: say.mailboxFull,
  manual: say.addedByHand,
};
const sources: Record<string, string> = {
  smtp: say.mailServer,
  report: say.bounceReport,
  ses: say.amazonSES,
  manual: "administrator",
};

function useList() {
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const pages = useCursors();
  const q = useDebounced(typed.trim(), 250);
  const list = useSuppressions({ q, reason, limit: PAGE, cursor: pages.cursor });
  const restart = (change: () => void) => {
    change();
    pages.restart();
  };
  return {
    list,
    typed,
    setTyped: (text: string) => restart(() => setTyped(text)),
    reason,
    setReason: (value: string) => restart(() => setReason(value)),
    filtered: q !== "" || reason !== "",
    previous: pages.previous,
    next: pages.nextAfter(list.data?.next),
  };
}

function Add() {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { mutate } = useSWRConfig();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await suppress(email.trim());
      notify(say.addressSuppressed, email.trim());
      setEmail("");
      await mutate(isSuppressions);
    } catch (failure) {
      setError(messageOf(failure, say.theAddressCouldNotBe));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void add(event)} className="mt-3">
      <div className="flex flex-wrap gap-2">
        <Input
          type="email"
          aria-label={say.addressToSuppress}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "suppress-error" : undefined}
          placeholder="subscriber@example.com"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className="min-w-0 flex-1 sm:max-w-72"
        />
        <Button type="submit" disabled={busy || email.trim() === ""}>
          {busy ? say.adding : say.suppressAddress}
        </Button>
      </div>
      {error ? (
        <p id="suppress-error" role="alert" className="mt-1.5 text-12 text-red">
          {error}
        </p>
      ) : null}
    </form>
  );
}

function Rows({ rows }: { rows: Suppression[] }) {
  const { mutate } = useSWRConfig();
  const remove = async (row: Suppression) => {
    try {
      await unsuppress(row.id);
    } catch (error) {
      warn(messageOf(error, say.theAddressCouldNotBeRemoved));
      return;
    }
    await mutate(isSuppressions);
    offerUndo(say.emailCanGetEmailAgain(row.email), () => {
      void suppress(row.email, row.detail ?? undefined).then(
        () => mutate(isSuppressions),
        (error: unknown) => warn(messageOf(error, say.theAddressCouldNotBe)),
      );
    });
  };
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface text-13">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 flex-1 basis-56 break-all font-medium">{row.email}</span>
          <span className="w-28">{reasons[row.reason] ?? row.reason}</span>
          <span className="w-32 text-muted" title={row.detail ?? undefined}>
            {sources[row.source] ?? row.source}
          </span>
          <Time at={row.created_at} className="figures w-36 whitespace-nowrap text-muted" />
          <Button look="warn" size="small" aria-label={say.removeEmail(row.email)} onClick={() => void remove(row)}>
            {say.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function List() {
  const { list, typed, setTyped, reason, setReason, filtered, previous, next } = useList();
  const { data, error } = list;
  return (
    <section id="suppression-list" tabIndex={-1} aria-label={say.suppressionList} className="mt-6 outline-none">
      <search className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          aria-label={say.searchSuppressedAddresses}
          placeholder={say.searchAddresses}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1 basis-full sm:max-w-72 sm:basis-56"
        />
        <Select
          aria-label={say.reason}
          className="w-44"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        >
          <option value="">{say.allReasons}</option>
          {Object.entries(reasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </search>
      {error && !data ? <Banner>{messageOf(error)}</Banner> : null}
      {!data && !error ? <Skeleton className="h-24 w-full rounded-card" /> : null}
      {data?.rows.length === 0 ? (
        <p
          role="status"
          className="rounded-card border border-line border-dashed px-4 py-6 text-center text-13 text-muted"
        >
          {filtered ? say.noAddressMatches : say.noAddressIsSuppressed}
        </p>
      ) : null}
      {data && data.rows.length > 0 ? <Rows rows={data.rows} /> : null}
      {data && (previous || next) ? (
        <div className="mt-3 flex items-center justify-between gap-3">
          <p className="figures text-13 text-muted">
            {data.capped ? say.moreThan : ""}
            {countOf(data.total, "address", "addresses")}
          </p>
          <PageButtons previous={previous} next={next} />
        </div>
      ) : null}
      {data || error ? <Add /> : null}
    </section>
  );
}

/** For administrators: the list is the installation's, not an author's. */
export default function SuppressionsPage() {
  const isAdmin = useAuthor()?.role === "admin";
  useTitle(say.suppressionList);
  return (
    <>
      <PageHeader title={say.subscribers} lead={say.addressesWeNeverEmailThey} />
      <SubscriberTabs />
      {isAdmin ? (
        <List />
      ) : (
        <Empty
          role="status"
          drawing="readers"
          title={say.onlyAdministratorsCanSeeThe}
          action={
            <Button asChild>
              <Link to="/subscribers">{say.allSubscribers}</Link>
            </Button>
          }
        />
      )}
    </>
  );
}
