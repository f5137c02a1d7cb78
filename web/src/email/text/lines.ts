import { decodeEntities } from "../escape";
import { splitMergeTags } from "../merge-tags";
import { type Kind, sanitize } from "../sanitize";
import { tokens } from "../tokens";
import { safeUrl } from "../urls";

/** Lines of plain text, and what stands in them. */

const WIDTH = 78;
export const RULE = "-".repeat(40);

/**
 * White space within a merge tag stands as a noncharacter while lines are broken, so that tags come out byte for byte.
 * There are fewer kinds of white space than Unicode has noncharacters in a row.
 */
const spaces =
  " \t\n\r\f\v\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
const FIRST = 0xfdd0;

const protect = (tag: string) =>
  tag.replace(/\s/g, (space) => String.fromCharCode(FIRST + Math.max(0, spaces.indexOf(space))));
export const restore = (text: string) =>
  text.replace(/[\ufdd0-\ufdef]/g, (mark) => spaces[mark.charCodeAt(0) - FIRST] ?? " ");

function readable(text: string, decode: (text: string) => string): string {
  return splitMergeTags(text)
    .map((part) =>
      typeof part === "string" ? decode(part).replace(/[\ufdd0-\ufdef]/g, "") : protect(decode(part.source)),
    )
    .join("");
}

const fromHtml = (text: string) => readable(text, decodeEntities);
/** What is stored as plain text. */
export const fromPlain = (text: string | undefined) => readable(text ?? "", (part) => part).trim();

const lengthOf = (text: string) => [...text].length;

/** A word that is too long for a line; addresses and tags would not work in two parts. */
function pieces(word: string, room: number): string[] {
  if (lengthOf(word) <= room || /:\/\/|\{\{|@|^mailto:/.test(word)) return [word];
  const letters = [...word];
  const out: string[] = [];
  for (let at = 0; at < letters.length; at += room) out.push(letters.slice(at, at + room).join(""));
  return out;
}

function wrap(text: string, first: string, rest: string): string {
  const lines: string[] = [];
  for (const source of text.split("\n")) {
    let line = "";
    for (const word of source.split(/\s+/).filter(Boolean)) {
      const room = Math.max(20, WIDTH - rest.length);
      for (const piece of pieces(word, room)) {
        if (line && lengthOf(line) + 1 + lengthOf(piece) > room) {
          lines.push(line);
          line = piece;
        } else line = line ? `${line} ${piece}` : piece;
      }
    }
    lines.push(line);
  }
  return lines.map((line, at) => `${at === 0 ? first : rest}${line}`.trimEnd()).join("\n");
}

/** A link as words and address, once where both are the same. */
export function linked(text: string, url: string): string {
  const href = fromPlain(url);
  const words = text.trim();
  const before = /^\s/.test(text) ? " " : "";
  const after = /\s$/.test(text) ? " " : "";
  const bare = (one: string) => one.replace(/^(?:https?:\/\/|mailto:|tel:)/i, "").replace(/\/$/, "");
  if (!href || href === "#") return before + words + after;
  return before + (!words || bare(words) === bare(href) ? href : `${words} (${href})`) + after;
}

interface List {
  ordered: boolean;
  next: number;
}

/** Writes sanitized rich text as lines. */
class Writer {
  private out = "";
  private line = "";
  private readonly lists: List[] = [];
  private quotes = 0;
  private code = 0;
  /** The bullet or number that the next paragraph begins with. */
  private bullet = "";
  /** Items of one list stand without empty lines between them. */
  private afterItem = false;
  private readonly links: { href: string; from: number }[] = [];

  private indent(): { rest: string; first: string } {
    const quote = "> ".repeat(Math.min(this.quotes, 5));
    const widths = this.lists.slice(0, 8).map(({ ordered }) => (ordered ? 4 : 2));
    const rest = quote + " ".repeat(widths.reduce((sum, width) => sum + width, 0));
    if (!this.bullet) return { rest, first: rest };
    return { rest, first: rest.slice(0, rest.length - (widths.at(-1) ?? 0)) + this.bullet };
  }

  private flush() {
    const blank = this.line.trim() === "";
    const { first, rest } = this.indent();
    const text = this.code
      ? this.line
          .replace(/^\n+|\s+$/g, "")
          .split("\n")
          .map((line, at) => (at === 0 ? first : rest) + line)
          .join("\n")
      : wrap(this.line.replace(/[^\S\n]+/g, " ").trim(), first, rest);
    this.line = "";
    this.links.length = 0;
    if (blank) return;
    const inList = this.lists.length > 0;
    if (this.out) this.out += inList && this.afterItem ? "\n" : "\n\n";
    this.out += text;
    this.afterItem = inList;
    this.bullet = "";
  }

  private tag(name: string, closing: boolean, href: string | undefined) {
    switch (name) {
      case "br":
        this.line += "\n";
        break;
      case "a": {
        const open = closing ? this.links.pop() : undefined;
        if (!closing) this.links.push({ href: href ?? "", from: this.line.length });
        else if (open) this.line = this.line.slice(0, open.from) + linked(this.line.slice(open.from), open.href);
        break;
      }
      case "ul":
      case "ol":
        this.flush();
        if (this.lists.length === 0) this.afterItem = false;
        if (closing) this.lists.pop();
        else this.lists.push({ ordered: name === "ol", next: 1 });
        break;
      case "li": {
        this.flush();
        const list = this.lists.at(-1);
        if (closing || !list) this.bullet = "";
        else this.bullet = list.ordered ? `${list.next++}. `.padEnd(4) : "- ";
        break;
      }
      case "blockquote":
        this.flush();
        this.quotes += closing ? -1 : 1;
        break;
      case "pre":
        this.flush();
        this.code += closing ? -1 : 1;
        break;
      default:
        if (/^(p|h[1-6])$/.test(name)) this.flush();
    }
  }

  write(html: string): string {
    for (const token of tokens(html)) {
      if (token.kind === "text") {
        const text = fromHtml(token.text);
        this.line += this.code ? text : text.replace(/\s+/g, " ");
      } else if (token.kind === "tag") this.tag(token.tag.name, token.tag.closing, token.tag.attributes.get("href"));
    }
    this.flush();
    return this.out;
  }
}

/** Rich text of any kind as lines. */
export const written = (content: string, kind: Kind): string => new Writer().write(sanitize(content, kind));

export function underlined(text: string, level: number): string {
  const lines = text.split("\n").map(lengthOf);
  const mark = level === 1 ? "=" : level === 2 ? "-" : "";
  return text && mark ? `${text}\n${mark.repeat(Math.min(WIDTH, Math.max(...lines)))}` : text;
}

export const paragraph = (text: string) => wrap(text, "", "");

export function action(text: string | undefined, href: string | undefined): string {
  const url = fromPlain(safeUrl(href));
  const words = fromPlain(text).replace(/\s+/g, " ");
  if (!words) return "";
  return paragraph(!url || url === "#" ? words : words === url ? url : `${words}: ${url}`);
}
