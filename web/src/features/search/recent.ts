import { useMemo, useSyncExternalStore } from "react";
import { currentAuthor, onSessionChange } from "@/api/session";

export interface Visit {
  title: string;
  subtitle: string | null;
  href: string;
}

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

/** Puts what was followed first among the recent ones. */
export function rememberVisit({ title, subtitle, href }: Visit) {
  const author = currentAuthor()?.id;
  if (author === undefined) return;
  const others = parse(read(), author).filter((visit) => visit.href !== href);
  write(JSON.stringify({ author, visits: [{ title, subtitle, href }, ...others].slice(0, MOST) } satisfies Kept));
}

/** What this author followed from the search, the last one first. */
export function useRecent(): Visit[] {
  const text = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  return useMemo(() => parse(text, currentAuthor()?.id), [text]);
}
