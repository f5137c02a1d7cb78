import { decodeAttribute, escapeAttribute } from "../escape";
import { styleOf } from "../import/tree";
import { listsOf, withLists } from "../nesting";
import { fieldsOf, withTexts } from "../texts";
import type { Block, EmailDocument } from "../types";
import { linksOf } from "./words";

/** Something that a reader would stumble over. */
export interface Finding {
  rule: string;
  severity: "error" | "warning" | "hint";
  message: string;
  /** Null when it concerns the whole mail. */
  blockId: string | null;
  field?: string;
  fix?: Fix;
}

export interface Fix {
  label: string;
  /** A new document; touches only what the finding names. */
  apply(document: EmailDocument): EmailDocument;
}

/** The blocks with one of them changed, or taken out by null. */
function replace(blocks: Block[], id: string, change: (block: Block) => Block | null): Block[] {
  return blocks.flatMap((block) => {
    if (block.id === id) return change(block) ?? [];
    const lists = listsOf(block);
    if (!lists?.some((list) => list.some((child) => child.id === id))) return block;
    return withLists(
      block,
      lists.map((list) => replace(list, id, change)),
    );
  });
}

export const changeBlock =
  (id: string, change: (block: Block) => Block | null) =>
  (document: EmailDocument): EmailDocument => ({ ...document, blocks: replace(document.blocks, id, change) });

/** Every address of a block, of links and of pictures. */
export function urlsOf(block: Block): { field: string; url: string; kind: "link" | "image" }[] {
  return fieldsOf(block).flatMap(({ field, value, kind }) => {
    if (kind === "html") return linksOf(value).map(({ href }) => ({ field, url: href, kind: "link" as const }));
    return kind === "plain" || !value.trim() ? [] : [{ field, url: value.trim(), kind }];
  });
}

const linkTag = /(<a\b[^<>]*?\shref\s*=\s*)("[^"]*"|'[^']*'|[^\s<>"']+)/gi;

/** The block with one address replaced wherever it stands. */
export function withUrl(block: Block, from: string, to: string): Block {
  const inHtml = (whole: string, before: string, value: string) => {
    const bare = /^["']/.test(value) ? value.slice(1, -1) : value;
    return decodeAttribute(bare).trim() === from ? `${before}"${escapeAttribute(to)}"` : whole;
  };
  return withTexts(block, ({ kind, value }) => {
    if (kind === "html") return value.replace(linkTag, inHtml);
    return kind !== "plain" && value.trim() === from ? to : null;
  });
}

const anyTag = /<([a-z][a-z0-9]*)((?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?)>/gi;
const styleAttribute = /\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s<>"']+)/i;

/** Changes the inline styles of some HTML; everything else stays as it is written. */
export function restyle(
  html: string,
  change: (name: string, style: Map<string, string>) => Record<string, string> | null,
): string {
  return html.replace(anyTag, (whole, name: string, attributes: string) => {
    const found = styleAttribute.exec(attributes);
    const value = found?.[1] ?? "";
    const style = styleOf(decodeAttribute(/^["']/.test(value) ? value.slice(1, -1) : value));
    const changes = change(name.toLowerCase(), style);
    if (!changes) return whole;
    for (const [key, one] of Object.entries(changes)) style.set(key, one);
    const text = [...style].map(([key, one]) => `${key}: ${one}`).join("; ");
    const written = ` style="${escapeAttribute(text)}"`;
    return `<${name}${found ? attributes.replace(found[0], () => written) : attributes + written}>`;
  });
}
