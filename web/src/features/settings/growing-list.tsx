import type { ReactNode } from "react";
import { messageOf } from "@/api/problem";
import { Button } from "@/ui/button";
import { Retry } from "@/ui/retry";
import { Loading, Skeleton } from "@/ui/surface";
import { say } from "./words";

interface Props<Row> {
  pages: {
    data: { rows: Row[]; next: string | null }[] | undefined;
    error: Error | undefined;
    isLoading: boolean;
    isValidating: boolean;
    size: number;
    setSize: (size: number) => Promise<unknown>;
    mutate: () => Promise<unknown>;
  };
  loading: string;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}

/** Rows under one another, and more of them when asked for. */
export function GrowingList<Row>({ pages, loading, empty, children }: Props<Row>) {
  const { data, error, isLoading, isValidating, size, setSize, mutate } = pages;
  const all = data?.flatMap((page) => page.rows);
  // That another filter found nothing says nothing of this one.
  const rows = isLoading && all?.length === 0 ? undefined : all;
  const more = data?.at(-1)?.next;
  const coming = isValidating && data !== undefined && data.length < size;
  return (
    <>
      {error ? <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry> : null}
      {!rows && !error ? (
        <Loading text={loading}>
          <Skeleton className="h-44 w-full rounded-card" />
        </Loading>
      ) : null}
      {rows?.length === 0 ? empty : null}
      {rows && rows.length > 0 ? (
        <ul
          // Those of another filter, until its own are here.
          aria-busy={isLoading}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface aria-busy:opacity-60"
        >
          {rows.map(children)}
        </ul>
      ) : null}
      {more || coming ? (
        <Button className="mt-4" size="small" disabled={coming} onClick={() => void setSize(size + 1)}>
          {coming ? say.loading : say.loadMore}
        </Button>
      ) : null}
    </>
  );
}
