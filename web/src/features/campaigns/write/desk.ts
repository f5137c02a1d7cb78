import type { Campaign, UpdateCampaign } from "@/api/campaigns";
import type { FieldError } from "@/api/problem";
import type { Field, Written } from "./written";

export type SaveState =
  /** When that was, in milliseconds since 1970. */
  | { kind: "saved"; at: number }
  | { kind: "typing" }
  | { kind: "saving" }
  | { kind: "offline" }
  | { kind: "failed"; message: string }
  /** The server has taken everything but these. */
  | { kind: "refused"; fields: Field[] }
  /** These are not fit to be sent yet. */
  | { kind: "incomplete"; fields: Field[] }
  /** Somebody saved in between. Nothing more is saved until its author has decided. */
  | { kind: "conflict" }
  /** It is no draft any more. */
  | { kind: "closed"; campaign: Campaign }
  | { kind: "gone" };

/** The page that is written on. */
export interface Desk {
  read(before: Campaign): { written: Partial<Written>; unfit: Field[] };
  /** Puts what the server has in place of all that is written. */
  show(campaign: Campaign): void;
  /** Says at its fields what the server refused. */
  refuse(errors: FieldError[]): void;
  /** Keeps all of it in this browser; false where there is no room. */
  keep(revision: number): boolean;
  drop(): void;
  /** With what is made from it: the HTML and the text of a design. */
  complete(patch: Partial<Written>, before: Campaign): Promise<Partial<Written>>;
  save(patch: UpdateCampaign): Promise<Campaign>;
  load(): Promise<Campaign>;
  saved(campaign: Campaign): void;
}
