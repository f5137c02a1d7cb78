import { UserMinus, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/problem";
import type { Subscriber } from "@/api/subscribers";
import { formatNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { PageButtons } from "@/ui/page-buttons";
import { Loading } from "@/ui/surface";
import { useSubscriberActions } from "./actions";
import type { Column } from "./columns";
import { EditDialog } from "./edit-dialog";
import { useSelection } from "./selection";
import { SubscriberTable, TableSkeleton } from "./subscriber-table";
import type { List } from "./use-list";
import { say } from "./words";

function BulkBar({ chosen, onDone }: { chosen: Subscriber[]; onDone: () => void }) {
  const { removeMany, unsubscribeMany } = useSubscriberActions();
  const run = async (action: (subscribers: Subscriber[]) => Promise<boolean>) => {
    if (await action(chosen)) onDone();
  };
  return (
    <div className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full animate-fade flex-wrap items-center gap-1 rounded-card border border-line bg-surface p-1.5 shadow-float">
      <span role="status" className="figures px-3 text-13">
        {say.subscriberSelected(chosen.length)}
      </span>
      <Button look="quiet" size="small" onClick={() => void run(unsubscribeMany)}>
        <UserMinus />
        {say.unsubscribe}
      </Button>
      <Button look="warn" size="small" className="text-red" onClick={() => void run(removeMany)}>
        {say.removeSelected}
      </Button>
      <Button look="quiet" size="small-icon" aria-label={say.clearSelection} onClick={onDone}>
        <X />
      </Button>
    </div>
  );
}

function Pager({ list, shown }: { list: List; shown: number }) {
  const page = list.list.data;
  const total = page ? (page.capped ? say.moreThanCount(page.total) : formatNumber(page.total)) : "-";
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p className="figures text-13 text-muted">{say.showingShownOfTotalSubscribers(shown, total)}</p>
      <PageButtons previous={list.previous} next={list.next} />
    </div>
  );
}

function Nothing({ list, onAdd }: { list: List; onAdd: () => void }) {
  if (list.filtered) {
    return (
      <Empty
        role="status"
        drawing="magnifier"
        title={say.noSubscribersMatchYourFilters}
        action={<Button onClick={list.clear}>{say.clearFilters}</Button>}
      />
    );
  }
  return (
    <Empty
      drawing="readers"
      title={say.noSubscribersYet}
      text={say.addYourFirstSubscriberBy}
      action={<Button onClick={onAdd}>{say.addYourFirstSubscriber}</Button>}
    />
  );
}

interface Props {
  list: List;
  columns: Column[];
  onAdd: () => void;
}

export function SubscriberList({ list, columns, onAdd }: Props) {
  const [editing, setEditing] = useState<Subscriber | null>(null);
  const { remove } = useSubscriberActions();
  const { data, error, isLoading, isValidating, mutate } = list.list;
  const rows = data?.rows ?? [];
  const selection = useSelection(rows, list.filter);
  const chosen = rows.filter((row) => selection.selected.has(row.id));

  if (error && !data) {
    return (
      <Empty
        role="alert"
        drawing="broken"
        title={say.errorLoadingSubscribers}
        text={messageOf(error)}
        action={<Button onClick={() => void mutate()}>{say.tryAgain}</Button>}
      />
    );
  }
  if (!data) {
    return (
      <Loading text={say.loadingSubscribers}>
        <TableSkeleton columns={columns} />
      </Loading>
    );
  }
  return (
    <>
      {rows.length === 0 && !list.previous ? (
        <Nothing list={list} onAdd={onAdd} />
      ) : (
        <>
          <SubscriberTable
            rows={rows}
            columns={columns}
            selection={selection}
            stale={isLoading && isValidating}
            onTag={list.showTag}
            onEdit={setEditing}
            onRemove={(subscriber) => void remove(subscriber)}
          />
          <Pager list={list} shown={rows.length} />
        </>
      )}
      {chosen.length > 0 ? <BulkBar chosen={chosen} onDone={selection.clear} /> : null}
      {editing ? <EditDialog subscriber={editing} onClose={() => setEditing(null)} /> : null}
    </>
  );
}
