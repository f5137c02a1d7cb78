import type { EmailDocument } from "@/email/types";
import { type Draft, dropDraft, isSame, readDraft } from "./drafts";
import { openElsewhere } from "./use-other-tab";

/** Unsaved work, and where this browser keeps it. */
export interface Found {
  key: string;
  draft: Draft;
}

/** A place of its own for a mail that was never saved; `prefix` is what all of its kind begin with. */
export const newSlot = (prefix: string) =>
  `${prefix}-${Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-")}`;

/** All that is kept of mails that were never saved. Older versions had one place for all of them. */
function slotsOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key === prefix || key.startsWith(`${prefix}-`));
  } catch {
    return [];
  }
}

/** What is kept at a place, if it says anything that `document` does not. */
export function leftAt(key: string, document: EmailDocument): Found[] {
  const draft = readDraft(key);
  if (!draft) return [];
  if (!isSame(draft.document, document)) return [{ key, draft }];
  dropDraft(key);
  return [];
}

/** Work that was begun in tabs that are gone, newest first. */
export async function abandoned(prefix: string, document: EmailDocument): Promise<Found[]> {
  const keys = slotsOf(prefix);
  if (keys.length === 0) return [];
  const open = await openElsewhere();
  return keys
    .filter((key) => !open.has(key))
    .flatMap((key) => leftAt(key, document))
    .sort((one, other) => other.draft.at - one.draft.at);
}
