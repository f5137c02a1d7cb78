import { useMemo, useSyncExternalStore } from "react";

/**
 * What was typed into a form and not saved. It is kept in this browser, under its author, until it is saved or given
 * up, so that no closed dialog, reload or ended session costs a word.
 */
export interface Draft<T = unknown> {
  /** What its author knows it by. */
  title: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The save that it was begun from; null for what was never saved. */
  base: string | null;
  values: T;
}

export interface Kept {
  id: string;
  draft: Draft;
}

const PREFIX = "letterpress-form-";
/** Of one author and one kind of form. Another one is not kept at the cost of these. */
const MOST = 20;
/** UTF-16 units of one draft; browsers have room for some five million in all. */
const LONGEST = 1_500_000;
const LIFE_MS = 30 * 24 * 3_600_000;

const placeOf = (author: number, form: string) => `${PREFIX}${author}-${form}-`;
export const draftKey = (author: number, form: string, id: string) => `${placeOf(author, form)}${id}`;

let version = 0;
const listeners = new Set<() => void>();

function announce() {
  version += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  // Another tab may have kept or saved one.
  const elsewhere = ({ key }: StorageEvent) => (key === null || key.startsWith(PREFIX)) && announce();
  listeners.add(listener);
  addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", elsewhere);
  };
}

/** An older version of the app may have written it, or anybody who can use this browser. */
function parse(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null || !("at" in value) || !("values" in value)) return null;
    if (typeof value.at !== "number" || Date.now() - value.at > LIFE_MS) return null;
    const title = "title" in value && typeof value.title === "string" ? value.title : "";
    const base = "base" in value && typeof value.base === "string" ? value.base : null;
    return { title, at: value.at, base, values: value.values };
  } catch {
    return null;
  }
}

/** Whether a value has everything that a form begins with, each of the same kind. */
function fits(start: unknown, value: unknown): boolean {
  if (Array.isArray(start))
    return Array.isArray(value) && value.every((one) => start.length === 0 || fits(start[0], one));
  if (typeof start !== "object" || start === null) return typeof start === typeof value;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(start).every(([key, one]) => fits(one, (value as Record<string, unknown>)[key]));
}

/** The draft of that place, if it is one of a form that begins with `start`. */
export function readDraft<T>(key: string, start: T): Draft<T> | null {
  try {
    const draft = parse(localStorage.getItem(key));
    return draft && fits(start, draft.values) ? (draft as Draft<T>) : null;
  } catch {
    return null;
  }
}

function keysIn(place: string): string[] {
  const found = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
  return found.filter((key) => key.startsWith(place));
}

function list(place: string): Kept[] {
  try {
    const found = keysIn(place).flatMap((key) => {
      const draft = parse(localStorage.getItem(key));
      return draft ? [{ id: key.slice(place.length), draft }] : [];
    });
    return found.sort((one, other) => other.draft.at - one.draft.at);
  } catch {
    return [];
  }
}

/** What an author left unsaved in one kind of form, newest first. */
export const draftsOf = (author: number, form: string) => list(placeOf(author, form));

function hasRoom(author: number, form: string, key: string): boolean {
  for (const old of keysIn(PREFIX)) if (parse(localStorage.getItem(old)) === null) localStorage.removeItem(old);
  const taken = keysIn(placeOf(author, form));
  return taken.includes(key) || taken.length < MOST;
}

/** False when this browser does not keep it. */
export function writeDraft(author: number, form: string, id: string, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  const key = draftKey(author, form, id);
  try {
    if (text.length > LONGEST || !hasRoom(author, form, key)) return false;
    localStorage.setItem(key, text);
    announce();
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(author: number, form: string, id: string) {
  try {
    localStorage.removeItem(draftKey(author, form, id));
  } catch {
    // Storage is blocked: nothing was kept there either.
  }
  announce();
}

/** The same list, followed while the page is open. */
export function useDrafts(author: number | undefined, form: string): Kept[] {
  const now = useSyncExternalStore(subscribe, () => version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a new list
  return useMemo(() => (author === undefined ? [] : draftsOf(author, form)), [author, form, now]);
}
