import { Pencil, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Subscriber } from "@/api/subscribers";
import { cn } from "@/lib/cn";
import { fullName } from "@/lib/format";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { StatusBadge } from "./status";

export interface RowActions {
  onEdit: (subscriber: Subscriber) => void;
  onRemove: (subscriber: Subscriber) => void;
}

interface Props extends RowActions {
  rows: Subscriber[];
  selected: ReadonlySet<number>;
  onSelect: (next: Set<number>) => void;
  stale: boolean;
}

/** Arrows walk through the rows' boxes; space ticks them, as it does in any box. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const boxes = Array.from(event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'));
  boxes[boxes.indexOf(event.target) + step]?.focus();
}

const cell = "px-3 py-2 align-middle";
const box = "block size-4 accent-accent";

function Row({
  subscriber,
  selected,
  onToggle,
  onEdit,
  onRemove,
}: RowActions & { subscriber: Subscriber; selected: boolean; onToggle: () => void }) {
  const name = fullName(subscriber);
  return (
    <tr
      className={cn(
        "group border-line border-t transition-colors duration-150 hover:bg-raised/60 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-center max-sm:px-3 max-sm:py-1.5",
        selected && "bg-accent-soft/50 hover:bg-accent-soft/70",
      )}
    >
      <td className={cn(cell, "w-10 pr-0 max-sm:row-span-2 max-sm:pl-0")}>
        <input
          type="checkbox"
          className={box}
          checked={selected}
          onChange={onToggle}
          aria-label={`Select ${subscriber.email}`}
        />
      </td>
      <td className={cn(cell, "max-w-0 sm:w-[36%] max-sm:max-w-none max-sm:min-w-0 max-sm:pb-0")}>
        <span className="block truncate font-medium">{name || subscriber.email}</span>
        {name ? <span className="block truncate text-muted">{subscriber.email}</span> : null}
      </td>
      <td className={cn(cell, "w-[20%] max-w-0 truncate text-muted max-sm:hidden")}>{subscriber.newsletter_name}</td>
      <td
        className={cn(
          cell,
          "max-sm:col-start-2 max-sm:row-start-2 max-sm:flex max-sm:min-w-0 max-sm:items-center max-sm:gap-2 max-sm:pt-1",
        )}
      >
        <StatusBadge status={subscriber.status} />
        <span className="truncate text-12 text-muted sm:hidden">{subscriber.newsletter_name}</span>
      </td>
      <td className={cn(cell, "figures whitespace-nowrap text-muted max-sm:hidden")}>
        <Time at={subscriber.subscribed_at} />
      </td>
      <td className={cn(cell, "max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:pr-0")}>
        <div className="flex justify-end gap-0.5">
          <Button
            look="quiet"
            size="small-icon"
            aria-label={`Edit ${subscriber.email}`}
            title="Edit"
            onClick={() => onEdit(subscriber)}
          >
            <Pencil />
          </Button>
          <Button
            look="warn"
            size="small-icon"
            aria-label={`Remove ${subscriber.email}`}
            title="Remove"
            onClick={() => onRemove(subscriber)}
          >
            <Trash2 />
          </Button>
        </div>
      </td>
    </tr>
  );
}

export function SubscriberTable({ rows, selected, onSelect, stale, onEdit, onRemove }: Props) {
  const all = rows.length > 0 && rows.every((row) => selected.has(row.id));
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <div className={cn("overflow-hidden rounded-card border border-line bg-surface", stale && "opacity-60")}>
      <table className="w-full text-13 max-sm:block" onKeyDown={walk}>
        <thead className="text-left text-12 text-muted max-sm:sr-only">
          <tr className="h-10">
            <th className="w-10 py-0 pr-0 pl-3 font-normal">
              <input
                type="checkbox"
                className={box}
                checked={all}
                aria-label="Select all on this page"
                onChange={() => onSelect(all ? new Set() : new Set(rows.map((row) => row.id)))}
              />
            </th>
            <th className="px-3 font-normal">Subscriber</th>
            <th className="px-3 font-normal">Newsletter</th>
            <th className="px-3 font-normal">Status</th>
            <th className="px-3 font-normal">Subscribed</th>
            <th className="px-3 text-right font-normal">Actions</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <Row
              key={row.id}
              subscriber={row}
              selected={selected.has(row.id)}
              onToggle={() => toggle(row.id)}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const placeholders = Array.from({ length: 10 }, (_, index) => `row-${index}`);

export function TableSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="h-10" />
      {placeholders.map((key) => (
        <div key={key} className="flex h-[52px] items-center gap-6 border-line border-t px-4">
          <Skeleton className="size-4" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="mt-1.5 h-3 w-48 max-w-full" />
          </div>
          <Skeleton className="h-4 w-24 max-sm:hidden" />
          <Skeleton className="h-5 w-16 rounded-full" />
        </div>
      ))}
    </div>
  );
}
