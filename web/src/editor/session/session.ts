import type { EmailDocument } from "@/email/types";
import type { EditorHost, FieldError } from "../host";

/** How a save went on the server. */
export type Outcome =
  | { kind: "saved"; revision: number }
  /** Somebody saved in between; nothing was overwritten. */
  | { kind: "conflict"; message: string }
  /** The server was not reached. */
  | { kind: "offline" }
  | { kind: "refused"; message: string; errors: FieldError[] };

/** A mail as the server has it. */
export interface Kept {
  document: EmailDocument;
  revision: number;
}

/** One mail in the editor: what it is, and how it is read and kept. */
export interface Session {
  mode: "template" | "campaign";
  /** Names this mail and this author in the browser's storage. */
  draftKey: string;
  /** What the names of all mails of this kind that were never saved begin with; present for one of them. */
  draftSlots?: string;
  document: EmailDocument;
  revision: number | null;
  savedAt: string | null;
  host: Omit<EditorHost, "save">;
  save: (document: EmailDocument, html: string, text: string, revision: number | null) => Promise<Outcome>;
  /** What the alert says before the server's reason. */
  failure: string;
  /** Whether it is saved by itself while it is written. */
  autosave?: boolean;
  /** After a save that its author asked for. */
  onSaved: () => void;
  onBack: () => void;
  saveCopy?: (document: EmailDocument, html: string) => Promise<Outcome>;
  /** The mail as the server has it now. */
  readNewer: () => Promise<Kept>;
  /** Loads the page anew. */
  reload: () => void;
}
