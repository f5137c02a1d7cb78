import { hexOf } from "../colors";
import { splitMergeTags } from "../merge-tags";
import { type Element, element, htmlOf, styleOf, textIn } from "./tree";

/**
 * Takes away what word processors and other mail tools wrote for themselves, and turns what they say in styles into the
 * elements that say the same.
 */

const isHidden = ({ style, attributes }: Element): boolean =>
  style.get("display") === "none" || style.get("mso-hide") === "all" || attributes.has("hidden");

const isBold = (weight: string | undefined): boolean =>
  weight === "bold" || weight === "bolder" || Number(weight) >= 600;

const isPlain = (weight: string | undefined): boolean => weight === "normal" || Number(weight) < 600;

/** Runs of white space as one space, hard ones too; merge tags stay. */
function calm(text: string): string {
  if (!/\s|&nbsp;|&#160;|&#xa0;/i.test(text)) return text;
  return splitMergeTags(text)
    .map((part) => (typeof part === "string" ? part.replace(/(?:\s|&nbsp;|&#160;|&#xa0;)+/gi, " ") : part.source))
    .join("");
}

function wrap(name: string, children: (Element | string)[], parent: Element | null, style?: string): Element {
  const out = element(name, new Map(), parent);
  if (style) out.style = styleOf(style);
  out.children = children;
  for (const child of children) if (typeof child !== "string") child.parent = out;
  return out;
}

/** The colours of a span, without those that only repeat paper and ink. */
function spanColors(node: Element): string {
  const color = hexOf(node.style.get("color") ?? node.attributes.get("color"));
  const ground = hexOf(node.style.get("background-color") ?? node.style.get("background"));
  const out: string[] = [];
  if (color && color !== "#000000") out.push(`color:${color}`);
  if (ground && ground !== "#ffffff") out.push(`background-color:${ground}`);
  return out.join(";");
}

/** What a span says in its styles, said in elements. */
function span(node: Element, children: (Element | string)[], inLink: boolean): (Element | string)[] {
  let out = children;
  const decoration = `${node.style.get("text-decoration") ?? ""} ${node.style.get("text-decoration-line") ?? ""}`;
  const put = (name: string, style?: string) => {
    out = [wrap(name, out, node.parent, style)];
  };
  const colors = inLink ? "" : spanColors(node);
  if (colors) put("span", colors);
  if (node.style.get("vertical-align") === "super") put("sup");
  if (node.style.get("vertical-align") === "sub") put("sub");
  if (decoration.includes("line-through")) put("s");
  if (decoration.includes("underline") && !inLink) put("u");
  if (node.style.get("font-style") === "italic") put("em");
  if (isBold(node.style.get("font-weight"))) put("strong");
  return out;
}

const marker = (node: Element): Element | null => {
  for (const child of node.children) {
    if (typeof child === "string") {
      if (child.trim()) return null;
      continue;
    }
    if (/ignore/i.test(child.style.get("mso-list") ?? "")) return child;
    const inner = marker(child);
    if (inner || textIn(child)) return inner;
  }
  return null;
};

/** Level and kind of a paragraph that Word means as an item of a list; null for any other. */
function listItem(node: Element | string): { level: number; ordered: boolean } | null {
  if (typeof node === "string" || node.name !== "p") return null;
  const list = node.style.get("mso-list") ?? "";
  const bullet = marker(node);
  if (!bullet && !/^l\d+ level\d/i.test(list)) return null;
  const level = Math.min(9, Number(/level(\d+)/i.exec(list)?.[1] ?? 1));
  return { level: Math.max(1, level), ordered: bullet ? /^\(?(?:\d+|[a-z]|[ivxl]+)[.)]/i.test(textIn(bullet)) : false };
}

function remove(from: Element, target: Element) {
  from.children = from.children.filter((child) => child !== target);
  for (const child of from.children) if (typeof child !== "string") remove(child, target);
}

/** Word writes lists as paragraphs that look like items; here they become lists. */
function wordLists(node: Element) {
  const out: (Element | string)[] = [];
  let open: { list: Element; level: number }[] = [];
  for (const child of node.children) {
    const item = listItem(child);
    if (typeof child === "string" || !item) {
      if (typeof child !== "string" || child.trim()) open = [];
      out.push(child);
      continue;
    }
    const bullet = marker(child);
    if (bullet) remove(child, bullet);
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop();
    // Another kind of marker on the same level is another list.
    const kind = item.ordered ? "ol" : "ul";
    if (open.at(-1)?.level === item.level && open.at(-1)?.list.name !== kind) open.pop();
    let top = open.at(-1);
    if (!top || top.level < item.level) {
      const list = element(kind, new Map(), node);
      const above = top?.list.children.at(-1);
      if (above && typeof above !== "string") above.children.push(list);
      else out.push(list);
      top = { list, level: item.level };
      open.push(top);
    }
    top.list.children.push(wrap("li", child.children, top.list));
  }
  node.children = out;
}

const aligned = /^(center|right|justify)$/;

/** The only style that blocks keep. */
function alignment(node: Element): string | undefined {
  const align = (node.style.get("text-align") ?? node.attributes.get("align") ?? "").toLowerCase();
  return aligned.test(align) ? align : undefined;
}

export interface Cleaned {
  root: Element;
  /** Text that is there for the preview line only. */
  hidden: string;
}

export function clean(root: Element): Cleaned {
  let hidden = "";
  const visit = (node: Element | string, inLink: boolean, inCode: boolean): (Element | string)[] => {
    if (typeof node === "string") return [inCode ? node : calm(node)];
    if (isHidden(node)) {
      hidden ||= textIn(node);
      return [];
    }
    const { name } = node;
    const isLink = inLink || (name === "a" && node.attributes.has("href"));
    const children = inside(node, isLink, inCode || name === "pre");
    if (name.includes(":")) return children;
    if ((name === "b" || name === "strong") && isPlain(node.style.get("font-weight"))) return children;
    if (name === "span" || name === "font" || name === "label") return span(node, children, inLink);
    const kept: Element = { ...node, children };
    for (const child of children) if (typeof child !== "string") child.parent = kept;
    if (/^(p|h[1-6]|li|blockquote)$/.test(name)) {
      const align = alignment(node);
      kept.style = align ? new Map([["text-align", align]]) : new Map();
    } else if (/^(b|strong|i|em|u|s|strike|del|ins|code|pre|ul|ol|sub|sup)$/.test(name)) kept.style = new Map();
    return [kept];
  };
  const inside = (node: Element, inLink: boolean, inCode: boolean) => {
    wordLists(node);
    return node.children.flatMap((child) => visit(child, inLink, inCode));
  };
  const out = { ...root, children: inside(root, false, false) };
  for (const child of out.children) if (typeof child !== "string") child.parent = out;
  return { root: out, hidden };
}

/** Whether an element would show nothing. */
export const isBlank = (node: Element | string): boolean =>
  textIn(typeof node === "string" ? htmlOf(node) : node) === "";
