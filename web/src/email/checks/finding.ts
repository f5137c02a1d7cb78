import type { Block, EmailDocument } from "../types";

export type Severity = "error" | "warning" | "hint";

export interface Fix {
  /** On its button. */
  label: string;
  /** A new document; nothing but what the label names is changed. */
  apply(document: EmailDocument): EmailDocument;
}

/** Something that spoils the mail for somebody. */
export interface Finding {
  /** Which rule found it. */
  rule: string;
  severity: Severity;
  message: string;
  /** Null when it is about the mail as a whole. */
  blockId: string | null;
  field?: string;
  fix?: Fix;
}

/** Every block in reading order, those in columns too. */
export function* eachBlock(blocks: Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    if (block.type === "columns") for (const column of block.columns) yield* eachBlock(column);
  }
}

/** The same blocks with one changed, or taken out where `change` gives null. */
export function changeBlock(blocks: Block[], id: string, change: (block: Block) => Block | null): Block[] {
  return blocks.flatMap((block) => {
    if (block.id === id) return change(block) ?? [];
    if (block.type !== "columns" || !block.columns.some((column) => [...eachBlock(column)].some((b) => b.id === id)))
      return block;
    return { ...block, columns: block.columns.map((column) => changeBlock(column, id, change)) };
  });
}

/** A fix that changes one block. */
export const fixBlock = (label: string, id: string, change: (block: Block) => Block | null): Fix => ({
  label,
  apply: (document) => ({ ...document, blocks: changeBlock(document.blocks, id, change) }),
});

/** Every text an author typed into a block, by field; `html` where it is rich. */
export function textsOf(block: Block): { field: string; text: string; html: boolean }[] {
  const plain = (fields: Record<string, string | undefined>) =>
    Object.entries(fields).map(([field, text]) => ({ field, text: text ?? "", html: false }));
  switch (block.type) {
    case "heading":
    case "text":
      return [{ field: "content", text: block.content, html: true }];
    case "button":
      return plain({ text: block.text });
    case "image":
      return plain({ alt: block.alt });
    case "hero":
      return plain({
        title: block.title,
        subtitle: block.subtitle,
        description: block.description,
        buttonText: block.buttonText,
      });
    case "hero-image":
      return plain({
        title: block.title,
        subtitle: block.subtitle,
        description: block.description,
        imageAlt: block.imageAlt,
        buttonText: block.buttonText,
      });
    default:
      return [];
  }
}

/** Every address a block leads to, by field; links of rich text are under "content". */
export function linksOf(block: Block): { field: string; href: string; text: string }[] {
  const one = (field: string, href: string | undefined, text: string | undefined) =>
    href === undefined ? [] : [{ field, href, text: text ?? "" }];
  switch (block.type) {
    case "heading":
    case "text":
      return richLinks(block.content).map(({ href, text }) => ({ field: "content", href, text }));
    case "button":
      return one("href", block.href, block.text);
    case "image":
      return one("href", block.href, block.alt);
    case "social":
      return Object.entries(block.platforms).flatMap(([name, href]) => one(`platforms.${name}`, href ?? "", name));
    case "hero":
    case "hero-image":
      return block.buttonText ? one("buttonHref", block.buttonHref ?? "", block.buttonText) : [];
    default:
      return [];
  }
}

function richLinks(html: string): { href: string; text: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/gi)].map(([, attributes = "", inner = ""]) => ({
    href: decodeAttribute(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)),
    text: inner.replace(/<[^>]*>/g, "").trim(),
  }));
}

const decodeAttribute = (found: RegExpExecArray | null) =>
  (found?.[1] ?? found?.[2] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
