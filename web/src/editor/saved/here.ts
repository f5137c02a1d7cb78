import { parseDocument } from "@/email";
import type { SavedBlock } from "../host";

const LIMIT = 200;
export const NAME_LENGTH = 100;

/** A block that was saved when saved blocks were kept in the browser, and that the server does not have yet. */
export interface LocalBlock extends SavedBlock {
  /** How often the server refused it. */
  refusals: number;
}

/** What this browser alone has. Writing never throws: what cannot be written stays, and is sent again. */
export interface LocalBlocks {
  read(): LocalBlock[];
  update(change: (blocks: LocalBlock[]) => LocalBlock[]): void;
}

function readEntry(value: unknown): LocalBlock | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, name, block, refusals } = value as Record<string, unknown>;
  if (typeof id !== "string" || typeof name !== "string") return null;
  const [sound] = parseDocument({ blocks: [block] }).document.blocks;
  if (!sound) return null;
  return { id, name: name.slice(0, NAME_LENGTH), block: sound, refusals: typeof refusals === "number" ? refusals : 0 };
}

/** Reads with care: it may have been written by another version, or by hand. */
export function parseLocal(text: string | null): LocalBlock[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    const list: unknown = typeof value === "object" && value !== null && "saved" in value ? value.saved : null;
    const entries = Array.isArray(list) ? list.slice(0, LIMIT).map(readEntry) : [];
    const seen = new Set<string>();
    return entries.filter((entry) => entry !== null && !seen.has(entry.id) && seen.add(entry.id)) as LocalBlock[];
  } catch {
    return [];
  }
}

export function localBlocks(storageKey: string): LocalBlocks {
  const key = `${storageKey}-saved-blocks`;
  const read = () => {
    try {
      return parseLocal(localStorage.getItem(key));
    } catch {
      return [];
    }
  };
  return {
    read,
    update(change) {
      const next = change(read());
      try {
        if (next.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ version: 1, saved: next }));
      } catch {
        // A full or closed storage: what was there is there still.
      }
    },
  };
}
