import { parseDocument } from "@/email";
import { copyBlock } from "@/email/factory";
import type { Block } from "@/email/types";

export interface SavedBlock {
  id: string;
  name: string;
  block: Block;
}

/** Said when the browser keeps no more. */
export class StorageFull extends Error {}

const LIMIT = 200;
const NAME_LENGTH = 100;

/** Blocks that an author keeps for other mails, in this browser. */
export interface SavedBlocks {
  getSnapshot(): SavedBlock[];
  subscribe(listener: () => void): () => void;
  /** These throw StorageFull, and then nothing has changed. */
  add(name: string, block: Block): void;
  rename(id: string, name: string): void;
  remove(id: string): void;
  /** Puts one back where it was. */
  restore(saved: SavedBlock, index: number): void;
}

function readEntry(value: unknown): SavedBlock | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, name, block } = value as Record<string, unknown>;
  if (typeof id !== "string" || typeof name !== "string") return null;
  const [sound] = parseDocument({ blocks: [block] }).document.blocks;
  return sound ? { id, name: name.slice(0, NAME_LENGTH), block: sound } : null;
}

/** Reads with care: it may have been written by another version, or by hand. */
export function parseSaved(text: string | null): SavedBlock[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    const list: unknown = typeof value === "object" && value !== null && "saved" in value ? value.saved : null;
    const entries = Array.isArray(list) ? list.slice(0, LIMIT).map(readEntry) : [];
    const seen = new Set<string>();
    return entries.filter((entry) => entry !== null && !seen.has(entry.id) && seen.add(entry.id)) as SavedBlock[];
  } catch {
    return [];
  }
}

export function createSavedBlocks(storageKey: string): SavedBlocks {
  const key = `${storageKey}-saved-blocks`;
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let saved: SavedBlock[] = [];

  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return text;
    }
  };
  // Read anew each time: another tab may have written.
  const getSnapshot = () => {
    const now = stored();
    if (now !== text) {
      text = now;
      saved = parseSaved(now);
    }
    return saved;
  };
  const write = (next: SavedBlock[]) => {
    try {
      localStorage.setItem(key, JSON.stringify({ version: 1, saved: next }));
    } catch {
      throw new StorageFull("This browser keeps no more. Delete a saved block, or allow this site to store data.");
    }
    for (const listener of listeners) listener();
  };

  return {
    getSnapshot,
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => (event.key === key || event.key === null) && listener();
      listeners.add(listener);
      addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", onStorage);
      };
    },
    add(name, block) {
      if (getSnapshot().length >= LIMIT) throw new StorageFull(`There are ${LIMIT} saved blocks. Delete one first.`);
      const copy = copyBlock(block);
      write([{ id: copy.id, name: name.trim().slice(0, NAME_LENGTH), block: copy }, ...getSnapshot()]);
    },
    rename: (id, name) =>
      write(getSnapshot().map((one) => (one.id === id ? { ...one, name: name.trim().slice(0, NAME_LENGTH) } : one))),
    remove: (id) => write(getSnapshot().filter((one) => one.id !== id)),
    restore: (one, index) => write(getSnapshot().toSpliced(index, 0, one)),
  };
}
