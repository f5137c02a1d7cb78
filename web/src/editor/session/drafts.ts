import type { EmailDocument } from "@/email/types";

/** Unsaved work, kept in this browser until it is saved or given up. */
export interface Draft {
  document: EmailDocument;
  /** What it was begun from; null for a mail that was never saved. */
  revision: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "document" in value &&
  typeof value.document === "object" &&
  value.document !== null &&
  "blocks" in value.document &&
  Array.isArray(value.document.blocks) &&
  "at" in value &&
  typeof value.at === "number";

/** Null when there is none, or what is there cannot be read. */
export function readDraft(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** False when the browser has no room for it. */
export function writeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept there either.
  }
}

/** Whether two mails say the same. */
export const isSame = (a: EmailDocument, b: EmailDocument): boolean => JSON.stringify(a) === JSON.stringify(b);
