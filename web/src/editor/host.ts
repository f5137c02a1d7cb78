import type { Block, EmailDocument } from "@/email/types";

export interface FieldError {
  /** Such as "blocks[3].columns[0][1].href". */
  field: string;
  message: string;
}

export type SaveResult =
  | { ok: true }
  | { ok: false; message: string; errors?: FieldError[]; conflict?: boolean; offline?: boolean };

export interface GalleryEntry {
  id: string;
  name: string;
  subject: string;
  updatedAt: string;
  document: EmailDocument;
}

export interface MediaSize {
  /** Absolute: mails point to it. */
  url: string;
  width: number;
  height: number;
  bytes: number;
}

/** A picture of the author's library, at full size and smaller. */
export interface MediaItem extends MediaSize {
  id: string;
  name: string;
  variants: MediaSize[];
  createdAt: string;
}

export interface VersionLine {
  revision: number;
  savedAt: string;
  name: string;
  subject: string;
  blockCount: number;
  current: boolean;
}

/** A block that an author keeps for other mails. */
export interface SavedBlock {
  id: string;
  name: string;
  block: Block;
}

/** Says why the server refused. After any other error it is not known whether it did what it was asked. */
export class Refused extends Error {}

/** What is said of a failure; errors of ours are sentences. */
export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message ? error.message : fallback;

export interface SavedBlocksHost {
  /** Newest first. */
  list(): Promise<SavedBlock[]>;
  /** The same key again makes no second one, unless the first call was refused. */
  add(name: string, block: Block, key: string): Promise<{ id: string; name: string }>;
  rename(id: string, name: string): Promise<void>;
  /** Does nothing where it is gone already. */
  remove(id: string): Promise<void>;
}

/** Everything of the editor that touches the server or the page around it. */
export interface EditorHost {
  /** Put before pictures of ours: a mail needs absolute addresses. */
  origin: string;
  /** Where this author's own things of the editor are kept in this browser. */
  storageKey: string;
  save(document: EmailDocument, html: string, text: string): Promise<SaveResult>;
  savedBlocks: SavedBlocksHost;
  gallery?: () => Promise<GalleryEntry[]>;
  media: {
    list(query: string, cursor?: string): Promise<{ items: MediaItem[]; next: string | null }>;
    upload(file: File, onProgress: (fraction: number) => void): Promise<MediaItem>;
    remove(id: string): Promise<void>;
  };
  versions?: {
    list(): Promise<VersionLine[]>;
    get(revision: number): Promise<EmailDocument>;
    restore(revision: number): Promise<void>;
  };
  /** Sends what was saved last to a few addresses, which it asks for. */
  test?: () => void;
  /** Names of readers' attributes, for merge tags. */
  attributes?: string[];
}
