import { hexOf } from "../colors";
import { px } from "../css";
import { textOf } from "../escape";
import { createBlock } from "../factory";
import { sanitize } from "../sanitize";
import type { Block, BlockStyle, HeadingLevel } from "../types";
import { safeUrl, schemeOf } from "../urls";
import { say } from "../words";
import { backgroundOf, descendants, type Element, hasPadding, htmlOf, textIn } from "./tree";

/** What became of a part, by a name for it in singular and plural. */
export type Note = (kind: "converted" | "approximated" | "skipped", one: string, many: string) => void;

/** Above this a mail is not one any more. */
export const MAX_BLOCKS = 500;

const skippable = /^(input|button|select|form)$/;
const containers = new Set(
  "#root html body div section article header footer main nav aside center table tbody thead tfoot tr td th figure figcaption dl dt dd address form fieldset caption".split(
    " ",
  ),
);

type Align = NonNullable<BlockStyle["textAlign"]>;

const alignOf = (node: Element): Align | undefined => {
  const align = (node.style.get("text-align") ?? node.attributes.get("align") ?? "").toLowerCase();
  return align === "center" || align === "right" || align === "left" || align === "justify" ? align : undefined;
};

const isPicture = (node: Element): boolean => node.name === "img";

const texts = new WeakMap<Element, string>();

/** The text of an element, read once: many links stand in the same large cell. */
function knownText(node: Element): string {
  const known = texts.get(node) ?? textIn(node);
  texts.set(node, known);
  return known;
}

/** How far around a link its look may be written: cell, row, body, table. */
const AROUND = 4;

/**
 * The look of a link that is dressed as a button: on itself or on the cell around it. A ground and a padding make a
 * button; a link in running text has neither.
 */
function buttonLook(link: Element): { background: string; radius: string | undefined } | null {
  const label = textIn(link);
  if (!label || label.length > 80) return null;
  let background: string | null = null;
  let padded = false;
  let radius: string | undefined;
  let node: Element | null = link;
  for (let step = 0; node && step <= AROUND; step++, node = node.parent) {
    if (node.name === "body" || node.name === "#root" || knownText(node) !== label) break;
    background ??= backgroundOf(node);
    padded ||= hasPadding(node.style);
    radius ??= node.style.get("border-radius");
    if (background && padded) return { background, radius };
  }
  return null;
}

/** Why a picture cannot be shown in a mail; null when it can. */
export function pictureProblem(src: string): [one: string, many: string] | null {
  const scheme = schemeOf(src);
  return scheme === "http" || scheme === "https" ? null : [say.imageNotOnTheWeb, say.imageNotOnTheWebMany];
}

/** Walks through somebody's mail and puts down blocks. */
export class Walker {
  readonly blocks: Block[] = [];
  private rich: string[] = [];
  private line = "";
  private lineAlign: Align | undefined;

  constructor(private readonly note: Note) {}

  private add(block: Block, one: string, many = `${one}s`) {
    if (this.blocks.length < MAX_BLOCKS) {
      this.blocks.push(block);
      this.note("converted", one, many);
    } else this.note("skipped", say.beyondBlocks(MAX_BLOCKS), say.beyondBlocksMany(MAX_BLOCKS));
  }

  /** Ends a paragraph that nobody opened. */
  private endLine() {
    const html = this.line.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, "");
    const align = this.lineAlign && this.lineAlign !== "left" ? ` style="text-align:${this.lineAlign}"` : "";
    this.line = "";
    this.lineAlign = undefined;
    if (textOf(html) === "") return;
    this.rich.push(`<p${align}>${html}</p>`);
  }

  /** What is written so far becomes a block. */
  finish() {
    this.endLine();
    const content = sanitize(this.rich.join(""), "rich");
    this.rich = [];
    if (textOf(content)) this.add({ ...createBlock("text"), content }, "text");
  }

  private picture(image: Element, link: Element | null, align: Align | undefined) {
    const src = (image.attributes.get("src") ?? "").trim();
    const sizeOf = (key: string) => px(image.attributes.get(key)) ?? px(image.style.get(key));
    const width = sizeOf("width");
    const height = sizeOf("height");
    if ((width !== null && width <= 2) || (height !== null && height <= 2))
      return this.note("skipped", say.trackingPixel, say.trackingPixelMany);
    const problem = pictureProblem(src);
    if (problem) return this.note("skipped", ...problem);
    this.finish();
    const href = link ? safeUrl(link.attributes.get("href")) : "";
    const { id, type } = createBlock("image");
    const own = align && align !== "center" ? { style: { textAlign: align } } : {};
    const alt = image.attributes.get("alt")?.trim() ?? "";
    const size = width ? { width: Math.round(width) } : {};
    this.add({ id, type, src, alt, ...size, ...(href ? { href } : {}), ...own }, say.anImage);
  }

  private button(link: Element, look: { background: string; radius: string | undefined }, align: Align | undefined) {
    this.finish();
    const colors = [link, ...descendants(link)].map((node) => hexOf(node.style.get("color")));
    const color = colors.findLast((one) => one !== null);
    const style: BlockStyle = { backgroundColor: look.background, color: color ?? "#ffffff" };
    if (px(look.radius) !== null) style.borderRadius = `${px(look.radius)}px`;
    if (align) style.textAlign = align;
    const href = safeUrl(link.attributes.get("href"));
    this.add({ ...createBlock("button"), text: textIn(link), href, style }, "button");
  }

  private heading(node: Element, align: Align | undefined) {
    this.finish();
    const content = sanitize(htmlOf({ ...node, name: "#heading" }), "inline").trim();
    if (textOf(content)) {
      const level = Number(node.name.slice(1)) as HeadingLevel;
      const style = align && align !== "left" ? { style: { textAlign: align } } : {};
      const { id, type } = createBlock("heading");
      this.add({ id, type, content, level, ...style }, "heading");
    }
    this.pictures(node, align);
  }

  /** Pictures of what was written as text. */
  private pictures(node: Element, align: Align | undefined) {
    for (const inner of descendants(node)) {
      if (!isPicture(inner)) continue;
      let link = inner.parent;
      while (link && link !== node && link.name !== "a") link = link.parent;
      this.picture(inner, link?.name === "a" ? link : null, align);
    }
  }

  private link(node: Element, align: Align | undefined) {
    const look = buttonLook(node);
    if (look) return this.button(node, look, align);
    const inner = [...descendants(node)];
    if (inner.some((one) => containers.has(one.name) || isPicture(one) || /^(p|h[1-6])$/.test(one.name))) {
      // Around pictures and blocks the link is given to each of them.
      for (const child of node.children) this.visit(child, align, node);
      return;
    }
    if (textIn(node)) this.write(htmlOf({ ...node, style: new Map() }), align, null);
  }

  private write(html: string, align: Align | undefined, link: Element | null) {
    this.line += this.inLink(html, link);
    if (html.trim()) this.lineAlign = align;
  }

  private inLink(html: string, link: Element | null): string {
    if (!link || textOf(html) === "") return html;
    return htmlOf({ ...link, style: new Map(), children: [html] });
  }

  private container(node: Element, align: Align | undefined, link: Element | null) {
    this.endLine();
    if (node.name === "tr") {
      const full = node.children.filter((child) => typeof child !== "string" && (textIn(child) || hasPicture(child)));
      if (full.length > 1) this.note("approximated", say.tableRow, say.tableRowMany);
    }
    for (const child of node.children) this.visit(child, align, link);
    this.endLine();
  }

  visit(node: Element | string, inherited: Align | undefined, link: Element | null) {
    if (typeof node === "string") {
      this.write(node, inherited, link);
      return;
    }
    const { name } = node;
    const align = alignOf(node) ?? (name === "center" ? "center" : inherited);
    if (isPicture(node)) this.picture(node, link, inherited);
    else if (name === "hr") {
      this.finish();
      this.add(createBlock("divider"), "divider");
    } else if (/^h[1-6]$/.test(name)) this.heading(node, align);
    else if (name === "a") this.link(node, inherited);
    else if (/^(ul|ol|blockquote|pre)$/.test(name)) {
      this.endLine();
      if (textIn(node)) this.rich.push(htmlOf(node));
      this.pictures(node, align);
    } else if (name === "p" || containers.has(name)) this.container(node, align, link);
    else if (name === "br") this.line += "<br>";
    else if (skippable.test(name)) this.note("skipped", say.formField, say.formFieldMany);
    else if ([...descendants(node)].some((one) => one.name !== "br" && (isPicture(one) || isBlockLike(one)))) {
      for (const child of node.children) this.visit(child, align, link);
    } else this.write(htmlOf(node), inherited, link);
  }
}

const isBlockLike = (node: Element): boolean =>
  containers.has(node.name) ||
  /^(p|h[1-6]|ul|ol|blockquote|pre|hr)$/.test(node.name) ||
  (node.name === "a" && buttonLook(node) !== null);

const hasPicture = (node: Element | string): boolean =>
  typeof node !== "string" && (isPicture(node) || [...descendants(node)].some(isPicture));
