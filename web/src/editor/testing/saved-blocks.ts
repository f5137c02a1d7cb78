import { vi } from "vitest";
import type { SavedBlock, SavedBlocksHost } from "../host";

/** A server that keeps saved blocks as long as a test; each call can be watched, and answered otherwise. */
export function savedBlocksServer(start: SavedBlock[] = []) {
  let blocks = start;
  const made = new Map<string, SavedBlock>();
  return {
    blocks: () => blocks,
    list: vi.fn<SavedBlocksHost["list"]>(async () => blocks),
    add: vi.fn<SavedBlocksHost["add"]>(async (name, block, key) => {
      const saved = made.get(key) ?? { id: String(100 + made.size), name, block };
      if (!made.has(key)) blocks = [saved, ...blocks];
      made.set(key, saved);
      return saved;
    }),
    rename: vi.fn<SavedBlocksHost["rename"]>(async (id, name) => {
      blocks = blocks.map((one) => (one.id === id ? { ...one, name } : one));
    }),
    remove: vi.fn<SavedBlocksHost["remove"]>(async (id) => {
      blocks = blocks.filter((one) => one.id !== id);
    }),
  };
}
