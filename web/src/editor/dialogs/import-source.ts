import { blankDocument, type Imported, importHtml, parseDocument } from "@/email";
import type { EmailDocument } from "@/email/types";

/** A mail from a JSON document, from our own export or from any HTML. Throws a sentence when there is nothing in it. */
export function readImport(source: string): Imported {
  const text = source.replace(/^\ufeff/, "").trim();
  if (text === "") throw new Error("There is nothing to import.");
  const imported = text.startsWith("{") || text.startsWith("[") ? fromJson(text) : importHtml(text);
  if (imported.document.blocks.length === 0) throw new Error("No text, picture or button was found in it.");
  return imported;
}

function fromJson(text: string): Imported {
  const { document, problems } = parseDocument(parse(text));
  return { document, report: problems.map((what) => ({ kind: "approximated", what })) };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A bare list is one of blocks.
    return Array.isArray(value) ? { blocks: value } : value;
  } catch {
    throw new Error("This begins like JSON but is not: it ends too early or has a mistake in it.");
  }
}

/** What the import does not say stays, and a name that the author has given. */
export function mergeImported(present: EmailDocument, next: EmailDocument): EmailDocument {
  const unnamed = present.name.trim() === "" || present.name === blankDocument().name;
  return {
    ...next,
    name: (unnamed && next.name) || present.name,
    subject: next.subject || present.subject,
    preheader: next.preheader || present.preheader,
  };
}
