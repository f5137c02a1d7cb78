import { hexOf, isHexColor } from "./colors";
import { fontStack, px } from "./css";
import { decodeAttribute, escapeAttribute, isReference } from "./escape";
import { mergeTagSticky } from "./merge-tags";
import { safeUrl } from "./urls";

/**
 * Lets through what authors write with, and nothing else. It reads as browsers do where that is simple and drops what
 * is not; what it puts out is balanced and is written anew, tag by tag, from the allow-list.
 */

/** `inline` is for headings: no blocks inside. */
export type Kind = "inline" | "rich";

/** What is put on elements. */
export interface Dress {
  /** Styles, such as the theme's; `last` is the last element of the whole. */
  style(tag: string, last: boolean, parent: string | undefined): string;
  /** Classes, by the styles that the author gave it. */
  classes(own: string): string[];
}

const inlineTags = new Set(["span", "strong", "b", "em", "i", "u", "s", "strike", "code", "a", "sub", "sup"]);
const blockTags = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li"]);
/** What is inside them is code or not text at all. */
const dropped = new Set(
  "script style title textarea xmp iframe noembed noframes noscript svg math template object embed applet head plaintext select option audio video canvas frameset".split(
    " ",
  ),
);
const aliases: Record<string, string> = {
  div: "p",
  section: "p",
  article: "p",
  center: "p",
  del: "s",
  ins: "u",
  tt: "code",
};
const aligned = new Set(["left", "center", "right", "justify"]);

export interface Tag {
  name: string;
  closing: boolean;
  /** Written as `<a/>`, which means something in XML only. */
  empty: boolean;
  attributes: Map<string, string>;
  end: number;
}

/** Reads the tag at `<`; null when it is only the character. */
export function readTag(html: string, at: number): Tag | null {
  const start = /<(\/?)([a-z][^\s/>]*)/iy;
  start.lastIndex = at;
  const found = start.exec(html);
  if (!found?.[2]) return null;
  const attributes = new Map<string, string>();
  const attribute = /[\s/]*([^\s/>=][^\s/>=]*)?(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;
  attribute.lastIndex = start.lastIndex;
  let position = start.lastIndex;
  while (position < html.length && html[position] !== ">") {
    attribute.lastIndex = position;
    const part = attribute.exec(html);
    if (!part || part[0] === "") {
      position++;
      continue;
    }
    position = attribute.lastIndex;
    const name = part[1]?.toLowerCase();
    if (name && !attributes.has(name)) attributes.set(name, decodeAttribute(part[2] ?? part[3] ?? part[4] ?? ""));
  }
  const empty = html[position - 1] === "/";
  return { name: found[2].toLowerCase(), closing: found[1] === "/", empty, attributes, end: position + 1 };
}

/** The few styles that rich text may carry, cleaned. */
function cleanStyle(style: string): string {
  const out: string[] = [];
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (colon < 0) continue;
    if (name === "color" || name === "background-color") {
      const hex = hexOf(value);
      if (hex && isHexColor(hex)) out.push(`${name}:${hex}`);
    } else if (name === "text-align" && aligned.has(value.toLowerCase())) out.push(`text-align:${value.toLowerCase()}`);
    else if (name === "font-size") {
      const size = px(value);
      if (size && size >= 8 && size <= 96) out.push(`font-size:${size}px`);
    } else if (name === "font-family") {
      const stack = fontStack(value);
      if (stack) out.push(`font-family:${stack}`);
    }
  }
  return out.join(";");
}

class Writer {
  out: string[] = [];
  stack: string[] = [];
  /** Where the last element on the top level begins, and with which tag and style. */
  top: { index: number; tag: string; attributes: string; own: string } | null = null;

  constructor(
    private readonly kind: Kind,
    private readonly dress: Dress | undefined,
  ) {}

  text(text: string) {
    if (text === "") return;
    const inside = this.stack.at(-1);
    if ((inside === "ul" || inside === "ol") && text.trim() === "") return;
    if (inside === "ul" || inside === "ol") this.open("li", new Map());
    this.out.push(text);
  }

  close() {
    const name = this.stack.pop();
    if (name) this.out.push(`</${name}>`);
  }

  /** Closes an element and what is open inside; an inline one only when no block was opened in it. */
  closeThrough(name: string) {
    const at = this.stack.lastIndexOf(name);
    if (at < 0 || (inlineTags.has(name) && this.stack.slice(at).some((tag) => blockTags.has(tag)))) return;
    while (this.stack.length > at) this.close();
  }

  /** Closes what may not contain the block that comes. */
  private makeRoom(name: string) {
    const textual = (tag: string) => /^(p|h[1-6]|pre)$/.test(tag) || inlineTags.has(tag);
    while (textual(this.stack.at(-1) ?? "")) this.close();
    if (name === "li") {
      const list = Math.max(this.stack.lastIndexOf("ul"), this.stack.lastIndexOf("ol"));
      const item = this.stack.lastIndexOf("li");
      if (item > list) while (this.stack.length > item) this.close();
    } else if (this.stack.at(-1) === "ul" || this.stack.at(-1) === "ol") this.open("li", new Map());
  }

  open(name: string, attributes: Map<string, string>) {
    if (blockTags.has(name)) this.makeRoom(name);
    if (name === "li" && !this.stack.some((tag) => tag === "ul" || tag === "ol")) this.open("ul", new Map());
    if (name === "a" && this.stack.includes("a")) this.closeThrough("a");
    const inList = this.stack.at(-1) === "ul" || this.stack.at(-1) === "ol";
    if (inlineTags.has(name) && inList) this.open("li", new Map());
    this.write(name, attributes);
  }

  private write(name: string, attributes: Map<string, string>) {
    let text = "";
    if (name === "a") {
      const href = safeUrl(attributes.get("href"));
      text = ` href="${escapeAttribute(href)}" target="_blank" rel="noopener noreferrer nofollow"`;
    }
    const start = name === "ol" ? attributes.get("start") : undefined;
    if (start && /^\d{1,4}$/.test(start)) text += ` start="${start}"`;
    const dir = attributes.get("dir");
    if (dir === "ltr" || dir === "rtl") text += ` dir="${dir}"`;
    const lang = attributes.get("lang");
    if (lang && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(lang)) text += ` lang="${lang}"`;
    const own = cleanStyle(attributes.get("style") ?? "");
    if (this.stack.length === 0 && blockTags.has(name))
      this.top = { index: this.out.length, tag: name, attributes: text, own };
    this.out.push(this.tag(name, text, own, false));
    this.stack.push(name);
  }

  private tag(name: string, attributes: string, own: string, last: boolean): string {
    const base = this.dress?.style(name, last, last ? undefined : this.stack.at(-1)) ?? "";
    const style = [base, own].filter(Boolean).join(";");
    const classes = (own && this.dress?.classes(own).join(" ")) || "";
    return `<${name}${attributes}${classes ? ` class="${classes}"` : ""}${style ? ` style="${escapeAttribute(style)}"` : ""}>`;
  }

  lineBreak() {
    if (this.out.length > 0 && this.out.at(-1) !== "<br>") this.out.push("<br>");
  }

  finish(): string {
    while (this.stack.length > 0) this.close();
    if (this.top && this.dress) {
      const { index, tag, attributes, own } = this.top;
      this.out[index] = this.tag(tag, attributes, own, true);
    }
    if (this.kind === "inline") while (this.out.at(-1) === "<br>") this.out.pop();
    return this.out.join("");
  }
}

/** Text up to the next tag, with merge tags as they are and everything else escaped once. */
function readText(html: string, from: number): { text: string; end: number } {
  let out = "";
  let at = from;
  while (at < html.length) {
    const c = html[at];
    if (c === "<" && at > from) break;
    if (c === "{" && html[at + 1] === "{") {
      const sticky = mergeTagSticky();
      sticky.lastIndex = at;
      const tag = sticky.exec(html);
      if (tag) {
        out += tag[0];
        at = sticky.lastIndex;
        continue;
      }
    }
    if (c === "&") {
      const reference = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,31});/iy;
      reference.lastIndex = at;
      const whole = reference.exec(html)?.[0] ?? "";
      const stands = isReference(whole);
      out += stands ? whole : "&amp;";
      at += stands ? whole.length : 1;
      continue;
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no mail may carry them
    out += c === "<" ? "&lt;" : c === ">" ? "&gt;" : (c ?? "").replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/, "");
    at++;
  }
  return { text: out, end: at };
}

/** Where what is dropped ends: behind its closing tag, or at the end of everything. */
export function skipDropped(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, "ig");
  close.lastIndex = from;
  const found = close.exec(html);
  if (!found) return html.length;
  const end = html.indexOf(">", found.index);
  return end < 0 ? html.length : end + 1;
}

function element(writer: Writer, tag: Tag, kind: Kind) {
  const name = aliases[tag.name] ?? tag.name;
  if (name === "br") {
    if (!tag.closing) writer.text("<br>");
  } else if (inlineTags.has(name)) {
    if (tag.closing) writer.closeThrough(name);
    else writer.open(name, tag.attributes);
  } else if (blockTags.has(name)) {
    if (kind === "inline") writer.lineBreak();
    else if (tag.closing) writer.closeThrough(name);
    else writer.open(name, tag.attributes);
  } else if (/^(tr|td|th|table|hr|dt|dd|address|figure|figcaption|header|footer|main|nav|aside)$/.test(name)) {
    if (kind === "inline") writer.lineBreak();
    else if (tag.closing) writer.closeThrough("p");
  }
}

/** The allowed part of some HTML; merge tags stay byte for byte. */
export function sanitize(html: string, kind: Kind, dress?: Dress): string {
  const writer = new Writer(kind, dress);
  let at = 0;
  while (at < html.length) {
    if (html[at] !== "<") {
      const { text, end } = readText(html, at);
      writer.text(text);
      at = end;
      continue;
    }
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    if (html[at + 1] === "!" || html[at + 1] === "?") {
      const end = html.indexOf(">", at);
      at = end < 0 ? html.length : end + 1;
      continue;
    }
    const tag = readTag(html, at);
    if (!tag) {
      const { text, end } = readText(html, at);
      writer.text(text);
      at = end;
    } else if (dropped.has(tag.name) && !tag.closing) at = skipDropped(html, tag.name, tag.end);
    else {
      element(writer, tag, kind);
      at = tag.end;
    }
  }
  return writer.finish();
}
