import { anchors, parseMarkdown, plainText } from "../ui/markdown/parse.ts";

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** What is known of a page without reading it; made at build time. */
export interface Outline {
  title: string;
  /** Its first words: a sentence or two. */
  lead: string;
  /** Below the title. */
  headings: Heading[];
}

export interface Section extends Heading {
  body: string;
}

/** A page cut at its headings, each piece without marks. The first is the title with what stands before the rest. */
export function sections(source: string): Section[] {
  const idOf = anchors();
  const found: Section[] = [];
  for (const token of parseMarkdown(source)) {
    if (token.type === "heading") {
      const text = plainText(token.tokens);
      found.push({ id: idOf(text), text, depth: token.depth, body: "" });
    } else if (token.type !== "space") {
      const last = found.at(-1);
      if (last) last.body = `${last.body} ${plainText([token])}`.trim();
    }
  }
  return found;
}

const LEAST_LEAD = 40;

/** A link in brackets, which leads nowhere from a card. */
const ASIDE = / \(\[[^\]]*\]\([^)]*\)\)/g;

/** Sentences from the first prose of a page until they say something; of a list, its first entry without code. */
function leadOf(source: string): string {
  const first = parseMarkdown(source.replace(ASIDE, "")).find(
    (token) => token.type === "paragraph" || token.type === "list",
  );
  const entry =
    first?.type === "list" ? first.items[0]?.tokens.filter((token) => token.type !== "code") : first && [first];
  const text = plainText(entry).trim();
  return new RegExp(`^.{${LEAST_LEAD},}?[.!?](?= |$)`).exec(text)?.[0] ?? text.replace(/:$/, ".");
}

export function outlineOf(source: string): Outline {
  const all = sections(source);
  return {
    title: all[0]?.text ?? "",
    lead: leadOf(source),
    headings: all.slice(1).map(({ id, text, depth }) => ({ id, text, depth })),
  };
}
