import { Pencil, Trash2 } from "lucide-react";
import { type CSSProperties, type FocusEvent, Fragment } from "react";
import type { Subscriber } from "@/api/subscribers";
import { cn } from "@/lib/cn";
import { fullName } from "@/lib/format";
import { useGradually } from "@/lib/hooks";
import { Tag } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/surface";
import { Time } from "@/ui/time";
import { attributeOf, type Column, labelOf } from "./columns";
import { type Selection, walkBoxes } from "./selection";
import { StatusBadge } from "./status";
import { say } from "./words";

export interface RowActions {
  /** Shows only subscribers with this tag. */
  onTag: (tag: string) => void;
  onEdit: (subscriber: Subscriber) => void;
  onRemove: (subscriber: Subscriber) => void;
}

const cell = "px-3 py-0.5 align-middle";
const box = "block size-4 accent-accent";

interface TagsProps {
  tags: string[];
  onTag: RowActions["onTag"];
}

/** What is cut off comes into view with the focus, and goes with it. */
const scrollBack = ({ currentTarget }: FocusEvent) => {
  const line = currentTarget.closest("[data-tags]");
  if (line) line.scrollLeft = 0;
};

function Tags({ tags, onTag }: TagsProps) {
  return (
    <span data-tags className="flex gap-1 overflow-hidden" title={tags.join(", ")}>
      {tags.map((tag) => (
        <Tag
          key={tag}
          asChild
          className="transition-colors duration-150 hover:border-line-strong hover:bg-raised hover:text-text focus-visible:-outline-offset-2"
        >
          <button
            type="button"
            aria-label={say.showSubscribersWithTheTag(tag)}
            onClick={() => onTag(tag)}
            onBlur={scrollBack}
          >
            {tag}
          </button>
        </Tag>
      ))}
    </span>
  );
}

/** The same among other words. */
function TagsInLine({ tags, onTag }: TagsProps) {
  return tags.map((tag, at) => (
    <Fragment key={tag}>
      {at > 0 ? ", " : null}
      <button
        type="button"
        className="link relative after:absolute after:inset-x-0 after:-inset-y-1"
        aria-label={say.showSubscribersWithTheTag(tag)}
        onClick={() => onTag(tag)}
        onBlur={scrollBack}
      >
        {tag}
      </button>
    </Fragment>
  ));
}

/** Null where there is nothing to show. */
function cellOf(subscriber: Subscriber, column: Column, onTag: RowActions["onTag"]) {
  const attribute = attributeOf(column);
  if (attribute !== null) {
    const value = subscriber.attributes[attribute];
    return value === undefined || value === null ? null : String(value);
  }
  switch (column) {
    case "newsletter":
      return subscriber.newsletter_name;
    case "status":
      return <StatusBadge status={subscriber.status} />;
    case "tags":
      return subscriber.tags.length > 0 ? <Tags tags={subscriber.tags} onTag={onTag} /> : null;
    case "subscribed":
      return <Time at={subscriber.subscribed_at} />;
    case "unsubscribed":
      return subscriber.unsubscribed_at ? <Time at={subscriber.unsubscribed_at} /> : null;
    default:
      return <Time at={subscriber.created_at} />;
  }
}

/**
 * Who it is. On a phone the chosen columns stand here too: the state and the tags beside the name, all else after the
 * address. Without a name the address stands in its place, and the tags with all else.
 */
function Person({ subscriber, columns, onTag }: Pick<RowProps, "subscriber" | "columns" | "onTag">) {
  const { email, tags } = subscriber;
  const name = fullName(subscriber);
  const beside: Column[] = name ? ["status", "tags"] : ["status"];
  const rest = columns.filter((column) => !beside.includes(column) && cellOf(subscriber, column, onTag) !== null);
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{name || email}</span>
        {columns.includes("status") ? (
          <span className="shrink-0 sm:hidden">
            <StatusBadge status={subscriber.status} />
          </span>
        ) : null}
        {name && columns.includes("tags") ? (
          <span data-tags className="-m-1 min-w-0 flex-1 truncate p-1 text-12 text-muted sm:hidden">
            <TagsInLine tags={tags} onTag={onTag} />
          </span>
        ) : null}
      </span>
      <span data-tags className="block truncate text-muted max-sm:-mt-0.5 max-sm:-mb-1 max-sm:py-1">
        {name ? email : null}
        {rest.map((column, at) => (
          <span key={column} className="text-12 sm:hidden">
            {name || at > 0 ? " · " : null}
            {column === "tags" ? <TagsInLine tags={tags} onTag={onTag} /> : cellOf(subscriber, column, onTag)}
          </span>
        ))}
      </span>
    </>
  );
}

interface RowProps extends RowActions {
  subscriber: Subscriber;
  columns: Column[];
  selected: boolean;
  onToggle: (range: boolean) => void;
}

function Row({ subscriber, columns, selected, onToggle, onTag, onEdit, onRemove }: RowProps) {
  return (
    <tr
      className={cn(
        "group h-11 border-line border-t transition-colors duration-150 hover:bg-raised/60 max-sm:grid max-sm:h-auto max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-center max-sm:px-3 max-sm:py-1.5",
        selected && "bg-accent-soft/50 hover:bg-accent-soft/70",
      )}
    >
      <td className={cn(cell, "pr-0 max-sm:pl-0")}>
        <input
          type="checkbox"
          className={box}
          checked={selected}
          data-row={subscriber.id}
          // With shift the browser would select the text between.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          aria-label={say.selectEmail(subscriber.email)}
        />
      </td>
      <td className={cn(cell, "leading-4.5 max-sm:min-w-0")}>
        <Person subscriber={subscriber} columns={columns} onTag={onTag} />
      </td>
      {columns.map((column) => (
        <td key={column} className={cn(cell, "figures truncate text-muted max-sm:hidden")}>
          {cellOf(subscriber, column, onTag)}
        </td>
      ))}
      <td className={cn(cell, "max-sm:pr-0")}>
        <div className="flex justify-end gap-0.5">
          <Button
            look="quiet"
            size="small-icon"
            aria-label={say.editEmail(subscriber.email)}
            title={say.edit}
            onClick={() => onEdit(subscriber)}
          >
            <Pencil />
          </Button>
          <Button
            look="warn"
            size="small-icon"
            aria-label={say.removeEmail(subscriber.email)}
            title={say.remove}
            onClick={() => onRemove(subscriber)}
          >
            <Trash2 />
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** In pixels. What is left is the subscriber's, but never less than its own. */
const widths: Partial<Record<Column, number>> = { newsletter: 130, status: 124, tags: 160 };
const dates: Column[] = ["subscribed", "unsubscribed", "added"];
const widthOf = (column: Column) => widths[column] ?? (dates.includes(column) ? 162 : 136);
const LEAST = { box: 40, subscriber: 160, actions: 88 };

/** With many columns the table keeps their widths, and is moved inside its frame. */
const leastWidth = (columns: Column[]) =>
  columns.map(widthOf).reduce((sum, width) => sum + width, LEAST.box + LEAST.subscriber + LEAST.actions);

/** The same for the rows and for what stands there until they come. */
function Head({ columns, selection }: { columns: Column[]; selection: Selection | null }) {
  return (
    <thead className="text-left text-12 text-muted max-sm:sr-only">
      <tr className="h-10">
        <th className="py-0 pr-0 pl-3 font-normal" style={{ width: LEAST.box }}>
          <input
            type="checkbox"
            className={box}
            disabled={selection === null}
            checked={selection?.all ?? false}
            aria-label={say.selectAllOnThisPage}
            onChange={() => selection?.toggleAll()}
          />
        </th>
        <th className="px-3 font-normal">{say.subscriber}</th>
        {columns.map((column) => (
          <th
            key={column}
            className={cn("truncate px-3 font-normal", column === "newsletter" && "w-[130px] xl:w-56")}
            style={column === "newsletter" ? {} : { width: widthOf(column) }}
          >
            {labelOf(column)}
          </th>
        ))}
        <th className="px-3 text-right font-normal" style={{ width: LEAST.actions }}>
          {say.actions}
        </th>
      </tr>
    </thead>
  );
}

const frame = "overflow-x-auto rounded-card border border-line bg-surface";
const sheet = "w-full text-13 max-sm:block sm:min-w-(--least) sm:table-fixed";
const least = (columns: Column[]) => ({ "--least": `${leastWidth(columns)}px` }) as CSSProperties;

interface Props extends RowActions {
  rows: Subscriber[];
  columns: Column[];
  selection: Selection;
  stale: boolean;
}

export function SubscriberTable({ rows, columns, selection, stale, ...actions }: Props) {
  const drawn = useGradually(rows);
  return (
    <div aria-busy={stale} className={cn(frame, "aria-busy:opacity-60")}>
      <table className={sheet} style={least(columns)} onKeyDown={(event) => walkBoxes(event, selection)}>
        <Head columns={columns} selection={selection} />
        <tbody className="max-sm:block">
          {drawn.map((row) => (
            <Row
              key={row.id}
              subscriber={row}
              columns={columns}
              selected={selection.selected.has(row.id)}
              onToggle={(range) => selection.toggle(row.id, range)}
              {...actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const placeholders = Array.from({ length: 10 }, (_, index) => `row-${index}`);

export function TableSkeleton({ columns }: { columns: Column[] }) {
  return (
    <div className={frame}>
      <table className={sheet} style={least(columns)} aria-hidden="true">
        <Head columns={columns} selection={null} />
        <tbody className="max-sm:block">
          {placeholders.map((key) => (
            <tr key={key} className="h-11 border-line border-t max-sm:flex max-sm:h-[59px] max-sm:items-center">
              <td className={cn(cell, "pr-0")}>
                <Skeleton className="size-4" />
              </td>
              <td className={cell}>
                <Skeleton className="h-3 w-32" />
                <Skeleton className="mt-1.5 h-3 w-48 max-w-full" />
              </td>
              {columns.map((column) => (
                <td key={column} className={cn(cell, "max-sm:hidden")}>
                  <Skeleton className="h-4 w-20 max-w-full" />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
