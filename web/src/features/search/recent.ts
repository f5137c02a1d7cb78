import { useEffect, useMemo, useSyncExternalStore } from "react";
import { isStatus } from "@/api/problem";
import { currentAuthor, onSessionChange } from "@/api/session";
import type { Kind } from "./things";

export interface Visit {
  /** Null until it has been read. */
  title: string | null;
  subtitle: string | null;
  href: string;
  /** What stands there, if it is something that the author has. */
  kind?: Kind;
  id?: number;
}

export type NamedVisit = Visit & { title: string };

/** What a visited thing is called, and where it is now. */
export type Describe = (visit: Visit) => Promise<Pick<NamedVisit, "title" | "subtitle" | "href">>;

interface Kept {
  author: number;
  visits: Visit[];
}

const KEY = "letterpress-recent";
const MOST = 6;
const listeners = new Set<() => void>();

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null, author: number | undefined): Visit[] {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    return kept && kept.author === author && Array.isArray(kept.visits) ? kept.visits : [];
  } catch {
    return [];
  }
}

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Without storage nothing is remembered, and nothing else suffers.
  }
  for (const listener of listeners) listener();
}

// What one person found is not left for the next one at the same browser.
onSessionChange(() => {
  if (currentAuthor() === null && read() !== null) write(null);
});

/** Two addresses of one thing are one visit. */
const isSame = (a: Visit, b: Visit) => (a.kind && b.kind ? a.kind === b.kind && a.id === b.id : a.href === b.href);

function change(make: (visits: Visit[]) => Visit[]) {
  const author = currentAuthor()?.id;
  if (author === undefined) return;
  write(JSON.stringify({ author, visits: make(parse(read(), author)).slice(0, MOST) } satisfies Kept));
}

/** Puts what was opened first among the recent ones. */
export function rememberVisit({ title, subtitle, href, kind, id }: Visit) {
  const visit = { title, subtitle, href, kind, id };
  change((visits) => [visit, ...visits.filter((other) => !isSame(other, visit))]);
}

const fill = (visit: Visit, found: Pick<NamedVisit, "title" | "subtitle" | "href">) =>
  change((visits) => visits.map((other) => (isSame(other, visit) ? { ...other, ...found } : other)));

const forget = (visit: Visit) => change((visits) => visits.filter((other) => !isSame(other, visit)));

const asking = new Set<string>();

/** Asks once for a name that is missing; what is no more is forgotten. */
async function ask(visit: Visit, describe: Describe) {
  if (asking.has(visit.href)) return;
  asking.add(visit.href);
  try {
    fill(visit, await describe(visit));
  } catch (error) {
    if (isStatus(error, 404)) forget(visit);
  } finally {
    asking.delete(visit.href);
  }
}

/** What this author opened, the last one first. */
export function useRecent(describe: Describe): NamedVisit[] {
  const text = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  const visits = useMemo(() => parse(text, currentAuthor()?.id), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read is asked for when the search opens again
  useEffect(() => {
    for (const visit of visits) if (visit.title === null) void ask(visit, describe);
  }, []);
  return useMemo(() => visits.filter((visit): visit is NamedVisit => visit.title !== null), [visits]);
}
