import { decodeEntities } from "../escape";
import { tokens } from "../tokens";
import { say } from "../words";

/** What a block says, text by text. */

/** A text of a block, as it is stored. */
export interface Field {
  /** Such as "href", or "platforms.facebook". */
  field: string;
  value: string;
  kind: "html" | "plain" | "link" | "image";
  /** Of a link that a click follows: what is clicked, and the field of the words on it. */
  click?: { what: string; words?: string };
}

export const html = (field: string, value: string): Field => ({ field, value, kind: "html" });

export const plain = (field: string, value: string | undefined): Field => ({
  field,
  value: value ?? "",
  kind: "plain",
});

export const image = (field: string, value: string): Field => ({ field, value, kind: "image" });

export const link = (field: string, value: string | undefined, click?: Field["click"] | false): Field => ({
  field,
  value: value ?? "",
  kind: "link",
  ...(click ? { click } : {}),
});

/** The words of some HTML. */
export function wordsOf(html: string): string {
  let out = "";
  for (const token of tokens(html)) {
    if (token.kind === "text") out += decodeEntities(token.text);
    else if (token.kind === "tag" && !/^(a|b|i|u|s|em|strong|span|code|sub|sup)$/.test(token.tag.name)) out += " ";
  }
  return out.replace(/\s+/g, " ").trim();
}

export const wordsIn = ({ kind, value }: Field): string => (kind === "html" ? wordsOf(value) : value.trim());

export interface Link {
  href: string;
  words: string;
}

/** The links of rich text. */
export function linksOf(html: string): Link[] {
  const out: Link[] = [];
  let open: Link | null = null;
  for (const token of tokens(html)) {
    if (token.kind === "text" && open) open.words += decodeEntities(token.text);
    if (token.kind !== "tag" || token.tag.name !== "a") continue;
    if (open) out.push(open);
    open = token.tag.closing ? null : { href: token.tag.attributes.get("href") ?? "", words: "" };
  }
  if (open) out.push(open);
  return out.map(({ href, words }) => ({ href: href.trim(), words: words.replace(/\s+/g, " ").trim() }));
}

/** Some words of a text, for a message. */
export const quote = (text: string): string => say.sliceText(text.length > 40 ? `${text.slice(0, 40)}…` : text);
