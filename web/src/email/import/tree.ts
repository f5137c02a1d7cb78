import { hexOf } from "../colors";
import { decodeEntities, escapeAttribute } from "../escape";
import { tokens } from "../tokens";

/** An element of somebody else's HTML. Text keeps its character references, so that merge tags stay as they are. */
export interface Element {
  name: string;
  attributes: Map<string, string>;
  style: Map<string, string>;
  children: (Element | string)[];
  parent: Element | null;
}

/** Deeper elements become siblings: what walks the tree calls itself. */
const MAX_DEPTH = 150;

const voids = new Set(["br", "img", "hr", "meta", "link", "input", "col", "wbr", "base", "area", "source"]);
const blocks = new Set(
  "p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tbody thead tfoot tr td th hr section article header footer main center figure dl address".split(
    " ",
  ),
);
/** What ends an open element of the same kind, as far up as the element that bounds it. */
const endedBy: Record<string, { ends: string[]; bound: string[] }> = {
  li: { ends: ["li"], bound: ["ul", "ol"] },
  td: { ends: ["td", "th"], bound: ["table"] },
  th: { ends: ["td", "th"], bound: ["table"] },
  tr: { ends: ["tr"], bound: ["table"] },
};
const aroundParagraphs = new Set([...blocks].filter((one) => one !== "p"));
const cells = new Set(["td", "th", "table"]);

export function styleOf(text: string | undefined): Map<string, string> {
  const out = new Map<string, string>();
  for (const declaration of (text ?? "").split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/i, "")
      .trim();
    if (value) out.set(declaration.slice(0, colon).trim().toLowerCase(), value);
  }
  return out;
}

export function element(name: string, attributes = new Map<string, string>(), parent: Element | null = null): Element {
  return { name, attributes, style: styleOf(attributes.get("style")), children: [], parent };
}

/** The tree of some HTML; `onDropped` hears of elements that no mail can hold. */
export function readTree(html: string, onDropped: (name: string) => void = () => {}): Element {
  const root = element("#root");
  let open = root;
  let depth = 0;
  const closeUpTo = (target: Element) => {
    while (open !== target && open.parent) {
      open = open.parent;
      depth--;
    }
    if (target.parent) {
      open = target.parent;
      depth--;
    }
  };
  const find = (names: string[], bound: string[] | Set<string>): Element | null => {
    const stops = new Set(bound);
    for (let one: Element | null = open; one; one = one.parent) {
      if (names.includes(one.name)) return one;
      if (stops.has(one.name)) return null;
    }
    return null;
  };
  for (const token of tokens(html)) {
    // A lone "<" is a character; written as one, it cannot begin a tag later on.
    if (token.kind === "text") open.children.push(token.text.replaceAll("<", "&lt;"));
    else if (token.kind === "dropped") onDropped(token.name);
    else {
      const { name, closing, empty, attributes } = token.tag;
      if (closing) {
        // A cell is not ended by what was opened outside of it.
        const target = find([name], name === "table" ? [] : cells.has(name) ? ["table"] : cells);
        if (target?.parent) closeUpTo(target);
        continue;
      }
      if (blocks.has(name)) {
        const paragraph = find(["p"], aroundParagraphs);
        if (paragraph) closeUpTo(paragraph);
      }
      const rule = endedBy[name];
      const before = rule ? find(rule.ends, rule.bound) : null;
      if (before) closeUpTo(before);
      const child = element(name, attributes, open);
      open.children.push(child);
      // MJML is XML: there an element that is empty is closed.
      const holds = !voids.has(name) && !(empty && name.startsWith("mj-"));
      if (holds && depth < MAX_DEPTH) {
        open = child;
        depth++;
      }
    }
  }
  return root;
}

/** Everything inside, in reading order. */
export function* descendants(of: Element): Generator<Element> {
  const waiting: (Element | string)[] = [...of.children].reverse();
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === "string") continue;
    yield one;
    for (let at = one.children.length - 1; at >= 0; at--) waiting.push(one.children[at] ?? "");
  }
}

/** What is to be read inside. */
export function textIn(node: Element | string): string {
  const collect = (one: Element | string): string =>
    typeof one === "string" ? one : one.name === "br" ? " " : one.children.map(collect).join("");
  return decodeEntities(collect(node)).replace(/\s+/g, " ").trim();
}

/** Whether any side has one. */
export function hasPadding(style: Map<string, string>): boolean {
  for (const [key, value] of style) if (key.startsWith("padding") && /[1-9]/.test(value)) return true;
  return false;
}

/** The colour that an element puts behind its content. */
export function backgroundOf({ style, attributes }: Element): string | null {
  const written = style.get("background-color") ?? style.get("background") ?? attributes.get("bgcolor");
  if (!written) return null;
  // A shorthand may hold a picture and a position as well.
  return hexOf(written) ?? hexOf(/#[0-9a-f]{3,6}\b|rgba?\([^)]*\)/i.exec(written)?.[0]) ?? hexOf(written.split(" ")[0]);
}

const written = ["href", "dir", "lang", "start"];

/** HTML again, for the sanitizer. Styles are those that the cleaning has left. */
export function htmlOf(node: Element | string): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "<br>";
  if (voids.has(node.name)) return "";
  const inner = node.children.map(htmlOf).join("");
  if (node.name.startsWith("#")) return inner;
  const style = [...node.style].map(([key, value]) => `${key}:${value}`).join(";");
  const attributes = written.flatMap((key) => {
    const value = node.attributes.get(key);
    return value === undefined ? [] : [` ${key}="${escapeAttribute(value)}"`];
  });
  return `<${node.name}${attributes.join("")}${style ? ` style="${escapeAttribute(style)}"` : ""}>${inner}</${node.name}>`;
}
