import { mergeTag, splitMergeTags } from "@/email";
import type { TagParts } from "../controls/tags";

/** The attribute that carries a merge tag's source, letter by letter, while its text is edited. */
export const CHIP_ATTRIBUTE = "data-merge-tag";

/** Markup, or a merge tag in text. Quoted text in a tag may hold braces. */
const MARKUP_OR_TAG = /<[^>]*>|\{\{(?:"(?:\\[^<>]|[^"\\<>])*"|[^"<>])*?\}\}/g;
const CHIP = new RegExp(`<span ${CHIP_ATTRIBUTE}="([^"]*)"[^>]*>[^<]*</span>`, "g");
/** The same in text that is typed. */
export const TYPED_TAG = /\{\{(?:"(?:\\.|[^"\\])*"|[^"])*?\}\}/g;

const entities: Record<string, string> = {
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": "\u00a0",
  "&amp;": "&",
};

export const escapeText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', "&quot;");
const unescaped = (text: string) => text.replace(/&(?:quot|lt|gt|nbsp|amp);/g, (entity) => entities[entity] ?? entity);

/** HTML with its merge tags as elements that hold their source; those in attributes stay. */
export const withChips = (html: string): string =>
  html.replace(MARKUP_OR_TAG, (part) =>
    part.startsWith("<") ? part : `<span ${CHIP_ATTRIBUTE}="${escapeAttribute(part)}"></span>`,
  );

/** The way back: every tag byte by byte as it was. */
export const withoutChips = (html: string): string => html.replace(CHIP, (_, source: string) => unescaped(source));

/** What a merge tag's source says. */
export function readTag(source: string): TagParts {
  const [part] = splitMergeTags(unescaped(source));
  if (!part || typeof part === "string") return { path: source.replace(/^\{\{\s*|\s*\}\}$/g, ""), fallback: null };
  return { path: part.path, fallback: part.default };
}

/** A merge tag for HTML. */
export const tagSource = ({ path, fallback }: TagParts): string => escapeText(mergeTag(path, fallback));
