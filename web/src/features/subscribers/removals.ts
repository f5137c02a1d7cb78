import { useSyncExternalStore } from "react";
import { onSignOut } from "@/api/session";
import type { Subscriber } from "@/api/subscribers";

/**
 * Subscribers whose removal can still be taken back: they are gone from every list at once, and from the server when
 * that is over. The pages may be left meanwhile; a closing tab and a sign-out send what waits.
 */

interface Removal {
  ids: ReadonlySet<number>;
  /** `leaving`: the page goes, and waits for no answer. */
  send: (leaving: boolean) => Promise<void>;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = new Set<Removal>();
const listeners = new Set<() => void>();
let hidden: ReadonlySet<number> = new Set();

function announce() {
  hidden = new Set([...waiting].flatMap(({ ids }) => [...ids]));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function settle(removal: Removal, leaving = false) {
  if (!waiting.has(removal)) return;
  clearTimeout(removal.timer);
  try {
    await removal.send(leaving);
  } finally {
    // Only now: the lists have been read again without them.
    waiting.delete(removal);
    announce();
  }
}

const settleAll = async () => {
  await Promise.all([...waiting].map((removal) => settle(removal, true)));
};

addEventListener("pagehide", () => void settleAll());
onSignOut(settleAll);

/** Removes them after `ms`, unless what it gives back is called before. */
export function removeLater(subscribers: Subscriber[], ms: number, send: Removal["send"]): () => void {
  const removal: Removal = {
    ids: new Set(subscribers.map(({ id }) => id)),
    send,
    timer: setTimeout(() => void settle(removal), ms),
  };
  waiting.add(removal);
  announce();
  return () => {
    clearTimeout(removal.timer);
    waiting.delete(removal);
    announce();
  };
}

/** The ids that no list shows any more. */
export const useRemoved = () => useSyncExternalStore(subscribe, () => hidden);
