import { createElement, type ReactNode, useEffect, useState } from "react";
import { say } from "./words";

/**
 * Code of the app that comes when it is first needed. A part that did not come can be tried again: the connection may be back,
 * or the server may have a new build, whose files have other names.
 */

/** A part of the app did not come. */
export class CodeError extends Error {
  constructor(cause: unknown) {
    super(say.aPartOfTheApp, { cause });
    this.name = "CodeError";
  }
}

type Part<Props> = (props: Props) => ReactNode;
interface File<Props> {
  default: Part<Props>;
  /** Asks the server for what the part shows first. */
  ahead?: () => void;
}
type Load<Props> = () => Promise<File<Props>>;

const failed = new Set<() => void>();

/** Whatever did not come is asked for again when it is next shown. */
export function forgetFailures() {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Part of the app that comes when it is first shown; until then there is what `Waiting` shows. Not by React's own `lazy`, which
 * holds back what came behind a skeleton until that was seen for 300 ms.
 */
export function codeOf<Props extends object>(load: Load<Props>, Waiting: Part<Props> = () => null) {
  let come: Part<Props> | null = null;
  let coming: Promise<Part<Props>> | null = null;
  let ahead: File<Props>["ahead"];
  const keep = (file: File<Props>) => {
    come = file.default;
    ahead = file.ahead;
    return come;
  };
  const start = () => {
    coming ??= load().then(keep, (error: unknown) => {
      failed.add(() => {
        coming = null;
      });
      throw new CodeError(error);
    });
    return coming;
  };
  function Coming(props: Props) {
    const [{ part, error }, setState] = useState<{ part: Part<Props> | null; error?: unknown }>(() => ({ part: come }));
    useEffect(() => {
      if (part) return;
      let isHere = true;
      start().then(
        (found) => isHere && setState({ part: found }),
        (reason: unknown) => isHere && setState({ part: null, error: reason }),
      );
      return () => {
        isHere = false;
      };
    }, [part]);
    if (error) throw error;
    return part ? createElement(part, props) : createElement(Waiting, props);
  }
  const prefetch = () =>
    (come ? Promise.resolve(come) : (coming ?? load().then(keep))).then(
      () => undefined,
      () => undefined,
    );
  return {
    Part: Coming,
    /** Asks for it before it is shown; whether it came is known then. */
    preload: () => start().then(() => undefined),
    /** Asks for it, and no more: one that does not come is asked for again when it is shown. */
    prefetch,
    /** The same, and for what it shows: somebody is about to open it. */
    expect: async () => {
      await prefetch();
      ahead?.();
    },
  };
}

/** The part as a component, where nobody asks for it before. */
export const lazyCode = <Props extends object>(load: Load<Props>, Waiting?: Part<Props>): Part<Props> =>
  codeOf(load, Waiting).Part;

const RELOADED = "letterpress-reloaded";
/** A page that still does not work after a reload is not reloaded again at once. */
const GAP_MS = 60_000;

/** The script that begins the app; its name holds what the build is. */
const entryOf = (page: Document) =>
  page.querySelector('script[type="module"][src]')?.getAttribute("src")?.replace(location.origin, "") ?? null;

/** What stands between the author and a part that did not come. */
export type Obstacle = "offline" | "new-build" | "broken";

export async function findObstacle(): Promise<Obstacle> {
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
    if (!answer.ok) return "offline";
    const there = entryOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
    return there !== null && there !== entryOf(document) ? "new-build" : "broken";
  } catch {
    return "offline";
  }
}

/** Reloads the page, but never in circles; false when it was reloaded just now or that could not be remembered. */
export function reloadOnce(reload: () => void): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < GAP_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    return false;
  }
  reload();
  return true;
}
