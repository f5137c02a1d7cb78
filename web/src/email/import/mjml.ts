import { fontStack, px } from "../css";
import { createBlock } from "../factory";
import type { Block, BlockOf, BlockStyle, ThemeOverrides } from "../types";
import { safeUrl } from "../urls";
import { say } from "../words";
import { MAX_BLOCKS, type Note, pictureProblem, Walker } from "./blocks";
import { Attributes, elementsIn, isEmpty } from "./mjml-attributes";
import { descendants, type Element, textIn } from "./tree";

/**
 * MJML, the language other mail tools write their designs in (mjml.io): sections of columns of components. Its
 * attributes say what our styles say, so most of a design comes over; what does not is noted.
 */

/** Whether some source is MJML rather than HTML. */
export const isMjml = (source: string): boolean => /<mj(?:ml|-[a-z-]+)[\s/>]/i.test(source);

export interface FromMjml {
  blocks: Block[];
  theme: ThemeOverrides;
  title: string;
  preheader: string;
}

type Align = NonNullable<BlockStyle["textAlign"]>;
const alignments: readonly string[] = ["left", "center", "right", "justify"] satisfies Align[];
const alignOf = (value: string | undefined): Align | undefined =>
  value !== undefined && alignments.includes(value) ? (value as Align) : undefined;

/** Columns of one row; more go into rows of their own. */
const MOST_COLUMNS = 4;

/** What comes for a mail's programs or for designers, and is no content. */
const unseen = new Set("mj-head mj-attributes mj-class mj-all mj-breakpoint mj-title mj-preview".split(" "));

/** Networks whose links share the address they hold, unless their name says otherwise. */
const sharing = new Set("facebook twitter x linkedin pinterest tumblr xing google".split(" "));

/** Keys without a value are not stored. */
const style = (fields: { [Key in keyof BlockStyle]: BlockStyle[Key] | undefined }): { style?: BlockStyle } => {
  const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return Object.keys(own).length > 0 ? { style: own as BlockStyle } : {};
};

/** What is behind every section, when they agree. */
function commonGround(grounds: (string | undefined)[]): string | undefined {
  const [first] = grounds;
  return first !== undefined && grounds.every((one) => one === first) ? first : undefined;
}

/** The colours, fonts and width that a design gives to all of its parts. */
function themeOf(attributes: Attributes, body: Element, ground: string | undefined): ThemeOverrides {
  const around = attributes.color(body, "background-color");
  const font = fontStack(attributes.ofKind("mj-text", "font-family"));
  const size = px(attributes.ofKind("mj-text", "font-size"));
  const lines = Number(attributes.ofKind("mj-text", "line-height"));
  const width = attributes.px(body, "width");
  const text = attributes.ofKind("mj-text", "color");
  const color = text ? attributes.color({ ...body, attributes: new Map([["color", text]]) }, "color") : undefined;
  return {
    ...(around ? { backgroundColor: around } : {}),
    ...(ground || around ? { contentBackgroundColor: ground ?? around } : {}),
    ...(font ? { fontFamily: font, headingFontFamily: font } : {}),
    ...(size && size >= 10 && size <= 40 ? { fontSize: size } : {}),
    ...(lines >= 1 && lines <= 3 ? { lineHeight: lines } : {}),
    ...(width && width >= 320 && width <= 900 ? { contentWidth: width } : {}),
    ...(color ? { textColor: color, headingColor: color } : {}),
  };
}

class Reader {
  count = 0;

  constructor(
    private readonly note: Note,
    private readonly attributes: Attributes,
    private readonly theme: ThemeOverrides,
    private readonly ground: string | undefined,
  ) {}

  private made<B extends Block>(block: B, one: string, many = `${one}s`): B[] {
    if (++this.count > MAX_BLOCKS) {
      this.note("skipped", say.beyondBlocks(MAX_BLOCKS), say.beyondBlocksMany(MAX_BLOCKS));
      return [];
    }
    this.note("converted", one, many);
    return [block];
  }

  /** HTML inside a component. */
  private html(nodes: (Element | string)[], align: Align | undefined): Block[] {
    const walker = new Walker(this.note);
    for (const node of nodes) walker.visit(node, align, null);
    walker.finish();
    this.count += walker.blocks.length;
    return walker.blocks;
  }

  /** Rows of the mail from what stands in its body. */
  rows(nodes: Element[], ground?: string): Block[] {
    return nodes.flatMap((node) => {
      if (node.name === "mj-wrapper") {
        this.losses(node);
        return this.rows(elementsIn(node), this.attributes.color(node, "background-color") ?? ground);
      }
      if (node.name === "mj-section") return this.section(node, ground);
      if (node.name === "mj-hero") return this.framed(node, this.components(node), ground);
      return this.component(node);
    });
  }

  /** What a part has that no block has. */
  private losses(node: Element) {
    if (this.attributes.of(node, "background-url")) this.note("skipped", say.backgroundImage, say.backgroundImageMany);
    if (node.attributes.has("padding")) this.note("approximated", say.ownPadding, say.ownPaddingMany);
  }

  /** On its own ground as one column, else as they are. */
  private framed(node: Element, blocks: Block[], around: string | undefined): Block[] {
    this.losses(node);
    const ground = this.attributes.color(node, "background-color") ?? around;
    if (blocks.length === 0 || ground === undefined || ground === this.ground) return blocks;
    return this.columns([blocks], { padding: "20px", backgroundColor: ground });
  }

  private columns(columns: Block[][], look: BlockStyle, more: Partial<BlockOf<"columns">> = {}): Block[] {
    const { id, type } = createBlock("columns");
    return this.made({ id, type, columns, ...more, ...style(look) }, say.rowOfColumns, say.rowOfColumnsMany);
  }

  private section(node: Element, around: string | undefined): Block[] {
    const inside = elementsIn(node);
    const group = inside.find(({ name }) => name === "mj-group");
    const columns = inside.flatMap((one) => (one.name === "mj-group" ? elementsIn(one) : [one]));
    const others = columns.filter(({ name }) => name !== "mj-column").flatMap((one) => this.component(one));
    const cells = columns.filter(({ name }) => name === "mj-column");
    const blocks = cells.map((column) => this.components(column));
    if (blocks.length < 2) return this.framed(node, [...blocks.flat(), ...others], around);
    this.losses(node);
    const ground = this.attributes.color(node, "background-color") ?? around;
    const look = ground && ground !== this.ground ? { backgroundColor: ground, padding: "20px" } : {};
    return [...this.inRows(cells, blocks, look, group !== undefined), ...others];
  }

  /** At most four columns in a row. */
  private inRows(cells: Element[], blocks: Block[][], look: BlockStyle, stays: boolean): Block[] {
    const rows = Math.ceil(blocks.length / MOST_COLUMNS);
    if (rows > 1) this.note("approximated", say.moreThanFourColumns, say.moreThanFourColumnsMany);
    const each = Math.ceil(blocks.length / rows);
    return Array.from({ length: rows }, (_, row) => {
      const part = cells.slice(row * each, (row + 1) * each);
      const widths = rows > 1 ? null : this.widths(part);
      const valign = this.attributes.of(part[0] ?? cells[0] ?? ({} as Element), "vertical-align");
      return this.columns(blocks.slice(row * each, (row + 1) * each), look, {
        ...(widths ? { widths } : {}),
        ...(stays ? { stack: false } : {}),
        ...(valign === "middle" || valign === "bottom" ? { verticalAlign: valign } : {}),
      });
    }).flat();
  }

  /** Percent of each column; null when they are equal. */
  private widths(cells: Element[]): number[] | null {
    const total = this.theme.contentWidth ?? 600;
    const own = cells.map((cell) => {
      const width = this.attributes.of(cell, "width");
      const percent = /^\s*(\d{1,3}(?:\.\d+)?)%\s*$/.exec(width ?? "")?.[1];
      return percent ? Number(percent) : ((px(width) ?? 0) / total) * 100 || null;
    });
    if (own.every((one) => one === null)) return null;
    const known = own.filter((one) => one !== null);
    const sum = known.reduce((all, one) => all + one, 0);
    const rest = Math.max(5, (100 - sum) / Math.max(1, own.length - known.length));
    const all = own.map((one) => one ?? rest);
    const whole = all.reduce((before, one) => before + one, 0);
    return all.map((one) => Math.max(5, Math.round((one / whole) * 100)));
  }

  private components = (column: Element): Block[] => elementsIn(column).flatMap((node) => this.component(node));

  private component(node: Element): Block[] {
    const { name } = node;
    if (unseen.has(name)) return [];
    switch (name) {
      case "mj-text":
        return this.text(node);
      case "mj-image":
        return this.image(node);
      case "mj-button":
        return this.button(node);
      case "mj-divider":
        return this.divider(node);
      case "mj-spacer":
        return this.made({ ...createBlock("spacer"), height: this.attributes.px(node, "height") ?? 20 }, "spacer");
      case "mj-social":
        return this.social(node);
      case "mj-section":
      case "mj-wrapper":
      case "mj-hero":
        return this.rows([node]);
      case "mj-column":
      case "mj-group":
        return this.components(node);
      case "mj-table":
        return this.html([{ ...node, name: "table" }], alignOf(this.attributes.of(node, "align")));
      case "mj-raw":
        return this.html(node.children, undefined);
      default:
        return this.other(node);
    }
  }

  /** Components that mails of ours do not have: what they say is kept. */
  private other(node: Element): Block[] {
    const { name } = node;
    if (name === "mj-navbar") {
      this.note("approximated", say.navigationBar, say.navigationBarMany);
      return this.html([{ ...node, name: "p", children: links(node) }], alignOf(this.attributes.of(node, "align")));
    }
    if (name === "mj-carousel") {
      this.note("approximated", say.carousel, say.carouselMany);
      return elementsIn(node).flatMap((one) => this.image(one));
    }
    if (name === "mj-accordion") {
      this.note("approximated", say.accordion, say.accordionMany);
      return elementsIn(node).flatMap((entry) =>
        elementsIn(entry).flatMap((part) => this.html(inParagraph(part), undefined)),
      );
    }
    if (name === "mj-include") {
      this.note("skipped", say.includedFile, say.includedFileMany);
      return [];
    }
    if (isEmpty(node)) {
      this.note("skipped", say.unknownComponent(name), say.unknownComponentMany(name));
      return [];
    }
    // HTML outside of a component is content all the same.
    if (!name.startsWith("mj-")) return this.html([node], undefined);
    this.note("approximated", say.unknownComponentKept(name), say.unknownComponentKeptMany(name));
    return elementsIn(node).some((child) => child.name.startsWith("mj-"))
      ? this.components(node)
      : this.html(node.children, undefined);
  }

  private text(node: Element): Block[] {
    const { attributes, theme } = this;
    const align = alignOf(attributes.of(node, "align"));
    const color = attributes.color(node, "color");
    const ground = attributes.color(node, "container-background-color");
    const size = attributes.px(node, "font-size");
    const font = fontStack(attributes.of(node, "font-family")) ?? undefined;
    const look = {
      color: color === theme.textColor ? undefined : color,
      backgroundColor: ground,
      fontFamily: font === theme.fontFamily ? undefined : font,
    };
    return this.html(node.children, align === "left" ? undefined : align).map((block) => {
      if (block.type !== "text" && block.type !== "heading") return block;
      const fontSize = block.type === "text" && size && size !== theme.fontSize ? `${size}px` : undefined;
      return { ...block, ...style({ ...block.style, ...look, fontSize }) };
    });
  }

  private image(node: Element): Block[] {
    const { attributes } = this;
    const src = (attributes.of(node, "src") ?? "").trim();
    const problem = pictureProblem(src);
    if (problem) {
      this.note("skipped", ...problem);
      return [];
    }
    const { id, type } = createBlock("image");
    const width = attributes.px(node, "width");
    const href = safeUrl(attributes.of(node, "href"));
    const align = alignOf(attributes.of(node, "align"));
    const radius = attributes.px(node, "border-radius");
    const look = {
      textAlign: align === "center" ? undefined : align,
      borderRadius: radius ? `${radius}px` : undefined,
    };
    return this.made(
      {
        id,
        type,
        src,
        alt: (attributes.of(node, "alt") ?? "").trim(),
        ...(width ? { width: Math.round(width) } : {}),
        ...(href ? { href } : {}),
        ...style(look),
      },
      "picture",
    );
  }

  private button(node: Element): Block[] {
    const { attributes } = this;
    const width = attributes.px(node, "width");
    const look = {
      backgroundColor: attributes.color(node, "background-color") ?? "#414141",
      color: attributes.color(node, "color") ?? "#ffffff",
      borderRadius: `${attributes.px(node, "border-radius") ?? 3}px`,
      textAlign: alignOf(attributes.of(node, "align")) ?? "center",
    };
    const text = textIn(node);
    const href = safeUrl(attributes.of(node, "href"));
    return this.made(
      { ...createBlock("button"), text, href, ...(width ? { width: Math.round(width) } : {}), ...style(look) },
      "button",
    );
  }

  private divider(node: Element): Block[] {
    const { attributes } = this;
    const thickness = Math.min(10, Math.max(1, Math.round(attributes.px(node, "border-width") ?? 4)));
    const color = attributes.color(node, "border-color") ?? "#000000";
    return this.made({ ...createBlock("divider"), thickness, style: { color } }, "divider");
  }

  private social(node: Element): Block[] {
    const platforms: Record<string, string> = {};
    let named = false;
    for (const one of elementsIn(node)) {
      const href = safeUrl(this.attributes.of(one, "href"));
      const name = (this.attributes.of(one, "name") ?? (textIn(one) || "web")).toLowerCase();
      const bare = name.replace(/-(?:no)?share$/, "");
      if (!href) this.note("skipped", say.socialWithoutAddress, say.socialWithoutAddressMany);
      else {
        if (name === bare && sharing.has(bare)) this.note("approximated", say.shareButton, say.shareButtonMany);
        platforms[bare === "x" ? "twitter" : bare] = href;
        named ||= textIn(one) !== "";
      }
    }
    if (Object.keys(platforms).length === 0) return [];
    const align = alignOf(this.attributes.of(node, "align"));
    const look = style({ textAlign: align === "center" ? undefined : align });
    const block = { ...createBlock("social"), platforms, ...(named ? { display: "both" as const } : {}), ...look };
    return this.made(block, say.rowOfSocialLinks, say.rowOfSocialLinksMany);
  }
}

/** The links of a navigation bar, with a space between. */
const links = (bar: Element): (Element | string)[] =>
  elementsIn(bar).flatMap((link) => [{ ...link, name: "a", style: new Map<string, string>() }, " "]);

/** A title of an accordion in bold, a text as it is. */
const inParagraph = (part: Element): (Element | string)[] =>
  part.name === "mj-accordion-title"
    ? [{ ...part, name: "p", children: [{ ...part, name: "strong", attributes: new Map() }] }]
    : part.children;

/** What the head says that our mails cannot. */
function headLosses(head: Element | undefined, note: Note) {
  for (const { name } of head ? elementsIn(head) : []) {
    if (name === "mj-style") note("skipped", say.styleSheet, say.styleSheetMany);
    else if (name === "mj-font") note("skipped", say.webFont, say.webFontMany);
    else if (name === "mj-include") note("skipped", say.includedFile, say.includedFileMany);
  }
}

/** `root` is the tree of the source, cleaned. */
export function readMjml(root: Element, note: Note): FromMjml {
  const all = [...descendants(root)];
  const named = (name: string) => all.find((one) => one.name === name);
  const head = named("mj-head");
  // A part of a design, such as a section alone, is read as a body.
  const body = named("mj-body") ?? named("mjml") ?? root;
  const attributes = new Attributes(head);
  headLosses(head, note);
  const sections = all.filter(({ name }) => name === "mj-section" || name === "mj-hero");
  const ground = commonGround(
    sections.map((one) => {
      const above = one.parent?.name === "mj-wrapper" ? attributes.color(one.parent, "background-color") : undefined;
      return attributes.color(one, "background-color") ?? above;
    }),
  );
  const theme = themeOf(attributes, body, ground);
  const around = theme.contentBackgroundColor;
  const blocks = new Reader(note, attributes, theme, around).rows(elementsIn(body).filter((one) => one !== head));
  const text = (name: string) => textIn(named(name) ?? "");
  return { blocks, theme, title: text("mj-title"), preheader: text("mj-preview") };
}
