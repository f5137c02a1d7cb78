import { useMemo, useSyncExternalStore } from "react";
import { useAuthor } from "@/api/session";
import type { Subscriber } from "@/api/subscribers";
import { say } from "./words";

/** A column besides the subscriber's name: a field of ours, or an attribute as `attributes.city`. */
export type Column =
  | "newsletter"
  | "status"
  | "subscribed"
  | "tags"
  | "added"
  | "unsubscribed"
  | `attributes.${string}`;

/** In the order in which they stand, before the attributes. */
const fields = ["newsletter", "status", "tags", "subscribed", "unsubscribed", "added"] as const;

const labels: Record<(typeof fields)[number], string> = {
  newsletter: say.newsletter,
  status: say.status,
  tags: say.tags,
  subscribed: say.subscribed,
  unsubscribed: say.unsubscribed,
  added: say.added,
};

const usual: Column[] = ["newsletter", "status", "subscribed"];
const ATTRIBUTE = "attributes.";
/** More would make a menu that nobody reads. */
const MOST_ATTRIBUTES = 12;

const isField = (column: string): column is (typeof fields)[number] => (fields as readonly string[]).includes(column);
const isAttribute = (column: string): column is `attributes.${string}` => column.startsWith(ATTRIBUTE);

/** The key of the attribute that a column shows. */
export const attributeOf = (column: Column): string | null =>
  isAttribute(column) ? column.slice(ATTRIBUTE.length) : null;

export const labelOf = (column: Column): string => (isField(column) ? labels[column] : (attributeOf(column) ?? ""));

const placeOf = (column: Column) => (isField(column) ? fields.indexOf(column) : fields.length);

/** Fields in their order, attributes by name. */
const inOrder = (columns: Iterable<Column>): Column[] =>
  [...new Set(columns)].toSorted((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b));

/** What can be shown: our fields, the attributes of these rows, and whatever is shown already. */
export function offeredColumns(rows: Subscriber[], shown: Column[]): Column[] {
  const keys = new Set(rows.flatMap((row) => Object.keys(row.attributes)));
  const attributes = [...keys].slice(0, MOST_ATTRIBUTES).map((key): Column => `${ATTRIBUTE}${key}`);
  return inOrder([...fields, ...attributes, ...shown]);
}

const listeners = new Set<() => void>();
const keyOf = (author: number) => `letterpress-columns-${author}`;
/** Where the browser keeps nothing, the choice lasts as long as the page. */
const kept = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? kept.get(key) ?? null;
  } catch {
    return kept.get(key) ?? null;
  }
}

function write(key: string, text: string) {
  kept.set(key, text);
  try {
    localStorage.setItem(key, text);
    kept.delete(key);
  } catch {
    // See above.
  }
  for (const listener of listeners) listener();
}

function parse(text: string | null): Column[] {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (!Array.isArray(found)) return usual;
    return inOrder(found.filter((one): one is Column => typeof one === "string" && (isField(one) || isAttribute(one))));
  } catch {
    return usual;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab may have chosen.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** The columns that this author chose in this browser. */
export function useColumns() {
  const key = keyOf(useAuthor()?.id ?? 0);
  const text = useSyncExternalStore(subscribe, () => read(key));
  const columns = useMemo(() => parse(text), [text]);
  const toggle = (column: Column) => {
    const next = columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column];
    write(key, JSON.stringify(inOrder(next)));
  };
  return { columns, toggle };
}
