import { parseDocument } from "@/email";
import type { EmailDocument } from "@/email/types";

/** Unsaved work, kept in this browser until it is saved or given up. */
export interface Draft {
  document: EmailDocument;
  /** What it was begun from; null for a mail that was never saved, or whose author has been told of a newer save. */
  revision: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Null when there is none, or what is there cannot be read. An older version of the app may have written it. */
export function readDraft(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof value !== "object" || value === null || !("document" in value) || !("at" in value)) return null;
    if (typeof value.document !== "object" || typeof value.at !== "number") return null;
    const revision = "revision" in value && typeof value.revision === "number" ? value.revision : null;
    return { document: parseDocument(value.document).document, revision, at: value.at };
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

/** Whether two mails say the same, in whatever order their fields stand. */
export const isSame = (a: EmailDocument, b: EmailDocument): boolean => plain(a) === plain(b);

const plain = (document: EmailDocument) => JSON.stringify(parseDocument(document).document);
