import { decodeAttribute, decodeEntities, escapeAttribute } from "../escape";
import { styleOf } from "../import/tree";
import { tokens } from "../tokens";
import type { Block, EmailDocument } from "../types";

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

/** All blocks in reading order, those in columns after the block that holds them. */
export function* allBlocks(document: EmailDocument): Generator<Block> {
  for (const block of document.blocks) {
    yield block;
    if (block.type === "columns") for (const child of block.columns.flat()) yield child;
  }
}

/** The blocks with one of them changed, or taken out by null. */
function replace(blocks: Block[], id: string, change: (block: Block) => Block | null): Block[] {
  return blocks.flatMap((block) => {
    if (block.id === id) return change(block) ?? [];
    if (block.type !== "columns" || !block.columns.some((column) => column.some((child) => child.id === id)))
      return block;
    return { ...block, columns: block.columns.map((column) => replace(column, id, change)) };
  });
}

export const changeBlock =
  (id: string, change: (block: Block) => Block | null) =>
  (document: EmailDocument): EmailDocument => ({ ...document, blocks: replace(document.blocks, id, change) });

/** A text of a block, as it is stored. */
export interface Field {
  field: string;
  value: string;
  kind: "html" | "plain" | "link" | "image";
}

export function fieldsOf(block: Block): Field[] {
  const html = (field: string, value: string): Field => ({ field, value, kind: "html" });
  const plain = (field: string, value: string | undefined): Field => ({ field, value: value ?? "", kind: "plain" });
  const link = (field: string, value: string | undefined): Field => ({ field, value: value ?? "", kind: "link" });
  const image = (field: string, value: string): Field => ({ field, value, kind: "image" });
  switch (block.type) {
    case "heading":
    case "text":
      return [html("content", block.content)];
    case "image":
      return [image("src", block.src), plain("alt", block.alt), link("href", block.href)];
    case "button":
      return [plain("text", block.text), link("href", block.href)];
    case "social":
      return Object.entries(block.platforms).map(([key, url]) => link(`platforms.${key}`, url));
    case "hero-image":
    case "hero":
      return [
        plain("title", block.title),
        plain("subtitle", block.subtitle),
        plain("description", block.description),
        plain("buttonText", block.buttonText),
        link("buttonHref", block.buttonHref),
        ...(block.type === "hero-image" ? [image("imageSrc", block.imageSrc), plain("imageAlt", block.imageAlt)] : []),
      ];
    default:
      return [];
  }
}

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
  const swap = <T extends string | undefined>(url: T) => (url?.trim() === from ? to : url) as T;
  switch (block.type) {
    case "heading":
    case "text": {
      const content = block.content.replace(linkTag, (whole, before: string, value: string) => {
        const bare = /^["']/.test(value) ? value.slice(1, -1) : value;
        return decodeAttribute(bare).trim() === from ? `${before}"${escapeAttribute(to)}"` : whole;
      });
      return { ...block, content };
    }
    case "image":
      return { ...block, src: swap(block.src), ...(block.href ? { href: swap(block.href) } : {}) };
    case "button":
      return { ...block, href: swap(block.href) };
    case "social":
      return {
        ...block,
        platforms: Object.fromEntries(Object.entries(block.platforms).map(([key, url]) => [key, swap(url)])),
      };
    case "hero":
      return { ...block, buttonHref: swap(block.buttonHref) };
    case "hero-image":
      return { ...block, buttonHref: swap(block.buttonHref), imageSrc: swap(block.imageSrc) };
    default:
      return block;
  }
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

/** Some words of a text, for a message. */
export const quote = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
