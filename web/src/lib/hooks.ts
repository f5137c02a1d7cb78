import { startTransition, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "react-router";
import { say } from "./words";

export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export function useTitle(title: string) {
  useEffect(() => {
    document.title = say.titleLetterpress(title);
  }, [title]);
}

/**
 * Gives the focus back to what had it when a layer opened, unless something took it meanwhile. Radix does that only for
 * layers with a trigger of their own.
 */
export function useFocusBack() {
  const opener = useRef<Element | null>(null);
  const keep = () => {
    opener.current = document.activeElement;
  };
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
  };
  return { keep, giveBack };
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** What the address says now: a page that is slow to draw knows only of the one before, and would take back the last change. */
const present = () => new URLSearchParams(window.location.search);

/** Filters live in the address, so that a page can be reloaded, shared and gone back to. */
export function useFilter<T extends string>(name: string, allowed: readonly T[]): [T | "", (value: string) => void];
export function useFilter(name: string): [string, (value: string) => void];
export function useFilter(name: string, allowed?: readonly string[]): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const raw = params.get(name) ?? "";
  const value = allowed && !allowed.includes(raw) ? "" : raw;
  const set = useCallback(
    (next: string) => {
      const copy = present();
      if (next) copy.set(name, next);
      else copy.delete(name);
      setParams(copy, { replace: true });
    },
    [name, setParams],
  );
  return [value, set];
}

/** Takes filters out of the address together, as one step. */
export function useClearFilters(): (names: readonly string[]) => void {
  const [, setParams] = useSearchParams();
  return (names) => {
    const copy = present();
    for (const name of names) copy.delete(name);
    setParams(copy, { replace: true });
  };
}

/** Calls back when the address gains this hash, also when the same link is followed again. */
export function useHash(hash: string, onArrive: () => void) {
  const location = useLocation();
  const latest = useRef(onArrive);
  latest.current = onArrive;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location key is a new arrival
  useEffect(() => {
    if (location.hash === `#${hash}`) latest.current();
  }, [location.key, location.hash, hash]);
}

/** A clock that ticks, for texts such as "2 hours ago". */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** More rows than a screen shows. */
const SCREENFUL = 14;

/** The rows to draw of a list that just came: those in view at once, and all as soon as they are seen. */
export function useGradually<T>(rows: readonly T[]): readonly T[] {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => startTransition(() => setSeen(true)), []);
  return isSeen ? rows : rows.slice(0, SCREENFUL);
}
