import { copyBlock } from "@/email/factory";
import { newBlockId } from "@/email/ids";
import type { Block } from "@/email/types";
import { exclusively } from "@/lib/lock";
import { Refused, type SavedBlock, type SavedBlocksHost } from "../host";
import { type LocalBlock, localBlocks, NAME_LENGTH } from "./here";

export interface SavedState {
  status: "loading" | "ready" | "failed";
  /** Newest first, as they are when all that was asked for is done. */
  blocks: SavedBlock[];
  /** How many of them are in this browser only, for the server was asked and did not take them. */
  unsent: number;
  /** Why it did not, when it was asked last. */
  problem: string | null;
}

/**
 * The author's saved blocks, as the server has them. Changes are seen at once; each is taken back, and its promise
 * fails with the sentence to tell, when the server does not make it.
 */
export interface SavedBlocks {
  getSnapshot(): SavedState;
  /** Reads them when somebody looks at them first, and anew when the author comes back to this tab. */
  subscribe(listener: () => void): () => void;
  reload(): void;
  /** Sends what is in this browser only, also what was refused before. */
  sendLocal(): void;
  /** Does nothing where one with this id is there: it may be called again, and takes back a removal. */
  add(saved: SavedBlock): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
}

type Change = (blocks: SavedBlock[]) => SavedBlock[];

/** What is new to the server, as a copy with an id of its own. */
export function newSaved(name: string, block: Block): SavedBlock {
  const copy = copyBlock(block);
  return { id: copy.id, name: trimmed(name), block: copy };
}

const trimmed = (name: string) => name.trim().slice(0, NAME_LENGTH);
const renamed = <B extends SavedBlock>(blocks: B[], id: string, name: string): B[] =>
  blocks.map((one) => (one.id === id ? { ...one, name } : one));
const without = <B extends SavedBlock>(blocks: B[], id: string): B[] => blocks.filter((one) => one.id !== id);
const withFirst = (blocks: SavedBlock[], saved: SavedBlock) =>
  blocks.some(({ id }) => id === saved.id) ? blocks : [saved, ...blocks];

/** What the server has, under ids that stay while the page does: a new one is seen before the server has named it. */
class Mirror {
  blocks: SavedBlock[] = [];
  private readonly theirs = new Map<string, string>();
  private readonly ours = new Map<string, string>();

  take(list: SavedBlock[]) {
    this.theirs.clear();
    this.blocks = list.map((one) => {
      const id = this.ours.get(one.id) ?? one.id;
      this.theirs.set(id, one.id);
      return { ...one, id };
    });
  }

  /** The server took one. It may be in the list already, if this was the second call and the first got through. */
  add(saved: SavedBlock, theirs: string) {
    this.theirs.set(saved.id, theirs);
    this.ours.set(theirs, saved.id);
    this.blocks = withFirst(without(this.blocks, theirs), saved);
  }

  forget = (id: string) => void this.theirs.delete(id);
  /** The server's id; nothing where it has none of it. */
  theirId = (id: string) => this.theirs.get(id);
}

export function createSavedBlocks(host: SavedBlocksHost, storageKey: string): SavedBlocks {
  const here = localBlocks(storageKey);
  const mirror = new Mirror();
  const listeners = new Set<() => void>();
  let pending: Change[] = [];
  // One call after the other, so that none overtakes another and no list misses what was being changed.
  let queue: Promise<unknown> = Promise.resolve();
  let status: SavedState["status"] = "loading";
  let problem: string | null = null;
  let asked = false;
  let sent = false;
  let state: SavedState = { status, blocks: [], unsent: 0, problem };

  const tell = () => {
    const local = here.read().map(({ id, name, block }) => ({ id, name, block }));
    const blocks = [...local, ...pending.reduce((blocks, change) => change(blocks), mirror.blocks)];
    const unsent = sent ? local.length : 0;
    state = { status, blocks, unsent, problem: unsent > 0 ? problem : null };
    for (const listener of listeners) listener();
  };
  const inTurn = <T>(call: () => Promise<T>): Promise<T> => {
    const turn = queue.then(call);
    queue = turn.catch(() => undefined);
    return turn;
  };

  const read = async () => {
    try {
      mirror.take(await host.list());
      status = "ready";
    } catch {
      // What was read before is still worth showing.
      if (status === "loading") status = "failed";
    }
    tell();
  };
  const sendOne = async ({ id, name, block, refusals }: LocalBlock) => {
    try {
      const made = await host.add(name, block, `local-block-${id}-${refusals}`);
      mirror.add({ id, name: made.name, block }, made.id);
      here.update((blocks) => without(blocks, id));
    } catch (error) {
      problem = error instanceof Error ? error.message : null;
      if (!(error instanceof Refused)) throw error;
      // A refusal of one is none of the others.
      here.update((blocks) => blocks.map((one) => (one.id === id ? { ...one, refusals: refusals + 1 } : one)));
    }
    tell();
  };
  /** What was refused before is sent again only when its author asks. */
  const sendAll = async (again: boolean) => {
    const isDue = ({ refusals }: LocalBlock) => again || refusals === 0;
    if (status !== "ready") return;
    if (here.read().some(isDue)) {
      problem = null;
      await exclusively(`${storageKey}-saved-blocks-sending`, async () => {
        for (const one of here.read().filter(isDue).toReversed()) await sendOne(one);
      }).catch(() => undefined);
    }
    sent = true;
    tell();
  };
  const reload = () => {
    asked = true;
    if (status === "failed") status = "loading";
    tell();
    void inTurn(read).then(() => inTurn(() => sendAll(false)));
  };

  /** Shows a change, makes it, and takes it back when it cannot be made. */
  const make = async (change: Change, call: () => Promise<unknown>) => {
    pending = [...pending, change];
    tell();
    try {
      await inTurn(call);
      mirror.blocks = change(mirror.blocks);
    } catch (error) {
      // Without an answer it may have been done all the same.
      if (!(error instanceof Refused) && status === "ready") void inTurn(read);
      throw error;
    } finally {
      pending = pending.filter((one) => one !== change);
      tell();
    }
  };
  const isLocal = (id: string) => here.read().some((one) => one.id === id);
  const makeHere = (change: (blocks: LocalBlock[]) => LocalBlock[]) => {
    here.update(change);
    tell();
  };
  // The key of one addition, however often it is repeated; what was refused or removed before is another one.
  const session = newBlockId();
  const before = new Map<string, number>();
  const keyOf = (id: string) => `${session}-${id}-${before.get(id) ?? 0}`;
  const count = (id: string) => before.set(id, (before.get(id) ?? 0) + 1);
  const addOne = async (saved: SavedBlock) => {
    if (mirror.theirId(saved.id) !== undefined) return;
    try {
      mirror.add(saved, (await host.add(saved.name, saved.block, keyOf(saved.id))).id);
    } catch (error) {
      if (error instanceof Refused) count(saved.id);
      throw error;
    }
  };

  const again = () => void (document.visibilityState === "visible" && reload());
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      if (listeners.size === 0) {
        addEventListener("online", again);
        document.addEventListener("visibilitychange", again);
      }
      listeners.add(listener);
      if (!asked) reload();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener("online", again);
        document.removeEventListener("visibilitychange", again);
      };
    },
    reload,
    sendLocal: () => void inTurn(() => sendAll(true)),
    add: (saved) =>
      make(
        (blocks) => withFirst(blocks, saved),
        () => addOne(saved),
      ),
    rename: async (id, name) => {
      if (isLocal(id)) return makeHere((blocks) => renamed(blocks, id, trimmed(name)));
      await make(
        (blocks) => renamed(blocks, id, trimmed(name)),
        async () => {
          const theirs = mirror.theirId(id);
          if (theirs !== undefined) await host.rename(theirs, trimmed(name));
        },
      );
    },
    remove: async (id) => {
      if (isLocal(id)) return makeHere((blocks) => without(blocks, id));
      await make(
        (blocks) => without(blocks, id),
        async () => {
          const theirs = mirror.theirId(id);
          if (theirs !== undefined) await host.remove(theirs);
          mirror.forget(id);
          count(id);
        },
      );
    },
  };
}
