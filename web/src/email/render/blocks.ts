import { hexOf } from "../colors";
import { border, box, fontStack, px, type Sides, sides, whole } from "../css";
import { escapeAttribute, escapeText } from "../escape";
import type { Block, BlockStyle, ColumnsBlock, HeroBlock, HeroImageBlock, ImageBlock } from "../types";
import { safeImageUrl, safeUrl } from "../urls";
import { renderButton } from "./button";
import { altColors, blockColors, type Context, classAttribute, mso, table } from "./context";
import { headingSize, rich } from "./rich";
import { social } from "./social";

const aligned = new Set(["left", "center", "right", "justify"]);

/** Where text begins, in the mail's direction. */
const start = (ctx: Context) => (ctx.theme.dir === "rtl" ? "right" : "left");

function alignOf(ctx: Context, style: BlockStyle | undefined, fallback: string = start(ctx)): string {
  const align = style?.textAlign ?? "";
  return aligned.has(align) ? align : fallback;
}

interface Row {
  inner: string;
  style?: BlockStyle | undefined;
  margin: Sides;
  align: string;
  /** Classes and CSS of the cell that holds the text. */
  classes?: string[];
  css?: string;
}

/**
 * A row of the mail's table. Margins are the cell's padding: the one spacing that every program keeps. A background, a
 * padding or a border needs a table of its own inside.
 */
function row(ctx: Context, { inner, style, margin, align, classes = [], css = "" }: Row): string {
  const space = sides(style?.margin) ?? margin;
  const padding = sides(style?.padding);
  const edge = border(style?.border);
  const { background, classes: own } = blockColors(ctx, style);
  const names = [...classes, ...own];
  if (!background && !edge && !padding)
    return `<tr><td${classAttribute(ctx, names)} align="${align}" style="padding:${box(space)};${css}">${inner}</td></tr>`;
  const radius = px(style?.borderRadius);
  const look = [
    `padding:${box(padding ?? [0, 0, 0, 0])}`,
    background ? `background-color:${background}` : "",
    edge ? `border:${edge.width}px ${edge.style} ${edge.color}` : "",
    radius ? `border-radius:${radius}px` : "",
    css,
  ];
  const fill = background ? ` bgcolor="${background}"` : "";
  const cell = `<td${classAttribute(ctx, names)} align="${align}"${fill} style="${look.filter(Boolean).join(";")}">${inner}</td>`;
  return `<tr><td style="padding:${box(space)}"><${table} width="100%" style="border-collapse:separate"><tr>${cell}</tr></table></td></tr>`;
}

interface Font {
  family: string;
  size: number;
  lineHeight: number;
  color: string;
}

const fontCss = ({ family, size, lineHeight, color }: Font) =>
  `font-family:${family};font-size:${size}px;line-height:${lineHeight};color:${color};word-break:break-word;`;

function textFont(ctx: Context, style: BlockStyle | undefined): Font {
  const { theme } = ctx;
  return {
    family: fontStack(style?.fontFamily) ?? theme.fontFamily,
    size: px(style?.fontSize) ?? theme.fontSize,
    lineHeight: theme.lineHeight,
    color: hexOf(style?.color) ?? theme.textColor,
  };
}

function headingFont(ctx: Context, style: BlockStyle | undefined, level: number): Font {
  const { theme } = ctx;
  return {
    family: fontStack(style?.fontFamily) ?? theme.headingFontFamily,
    size: px(style?.fontSize) ?? headingSize(level),
    lineHeight: 1.2,
    color: hexOf(style?.color) ?? theme.headingColor,
  };
}

const below: Sides = [0, 0, 16, 0];

/** What room is left inside a block's own padding and border. */
function inside(width: number, style: BlockStyle | undefined): number {
  const padding = sides(style?.padding);
  const edge = border(style?.border)?.width ?? 0;
  const margin = sides(style?.margin);
  const taken = (padding ? padding[1] + padding[3] : 0) + (margin ? margin[1] + margin[3] : 0) + 2 * edge;
  return Math.max(40, width - taken);
}

/** As a block it does not follow the cell's `align`. */
const imageMargin: Record<string, string> = { left: "0 auto 0 0", right: "0 0 0 auto" };

/** px that can be drawn: JSON from elsewhere may hold any number. */
const isLength = (value: number | null | undefined): value is number =>
  typeof value === "number" && value > 0 && value < 10_000;

/** Round corners of a picture: those of the block around it, inside its border. */
function cornersOf(style: BlockStyle | undefined): string {
  const radius = (px(style?.borderRadius) ?? 0) - (border(style?.border)?.width ?? 0);
  return radius > 0 ? `border-radius:${radius}px;` : "";
}

type Picture = Pick<ImageBlock, "src" | "alt" | "width" | "height" | "href" | "style">;

/**
 * `available` is what the desktop has for it: Word takes it from the attribute. All others fit a picture into its place,
 * so that it grows, up to its own width, where columns stand below one another.
 */
function picture(ctx: Context, parts: Picture, available: number, align = "center"): string {
  const src = escapeAttribute(safeImageUrl(parts.src));
  // No address is the address of the mail itself to some programs. The author still sees the empty place.
  if (!src && !ctx.canvas) return "";
  const own = isLength(parts.width) ? Math.round(parts.width) : null;
  const width = Math.min(available, own ?? available);
  const scale = isLength(parts.width) ? width / parts.width : 1;
  const height = isLength(parts.height) ? Math.max(1, Math.round(parts.height * scale)) : null;
  const { theme } = ctx;
  const shape = height ? `height:auto;aspect-ratio:${width}/${height}` : "height:auto";
  const most = own ? `max-width:${own}px;` : "";
  const { color, classes } = altColors(ctx, parts.style);
  const image = `<img${classAttribute(ctx, classes)} src="${src}" alt="${escapeAttribute(parts.alt)}" width="${width}"${height ? ` height="${height}"` : ""} style="display:block;margin:${imageMargin[align] ?? "0 auto"};width:100%;${most}${shape};border:0;${cornersOf(parts.style)}font-family:${theme.fontFamily};font-size:14px;line-height:1.4;color:${color}">`;
  const href = safeUrl(parts.href);
  return href && href !== "#"
    ? `<a href="${escapeAttribute(href)}" target="_blank" rel="noopener noreferrer nofollow" style="color:${theme.linkColor};text-decoration:none">${image}</a>`
    : image;
}

export interface ColumnBox {
  /** px of what the column holds. */
  content: number;
  /** px around it, towards its neighbours. */
  left: number;
  right: number;
}

/** How columns share what room there is. */
function columnBoxes(block: ColumnsBlock, width: number): ColumnBox[] {
  const count = block.columns.length;
  const gap = whole(block.gap, 0, 100, 16);
  const own = block.widths?.length === count ? block.widths : null;
  const total = own?.reduce((sum, value) => sum + value, 0) || 100;
  const equal = Math.floor(100 / count);
  const room = width - gap * (count - 1);
  return block.columns.map((_, at) => {
    const percent = own ? ((own[at] ?? equal) / total) * 100 : equal;
    return {
      content: Math.max(20, Math.floor((room * percent) / 100)),
      left: at === 0 ? 0 : gap / 2,
      right: at === count - 1 ? 0 : gap / 2,
    };
  });
}

export interface ColumnsLayout {
  boxes: ColumnBox[];
  valign: "top" | "middle" | "bottom";
  /** Whether they stand below one another on phones. */
  stacks: boolean;
  /** Around the block, and inside of its frame; null without a frame. */
  margin: Sides;
  frame: { padding: Sides; border: string | null; background: string | null; radius: number | null } | null;
}

const columnsMargin: Sides = [0, 0, 0, 0];

/** How a block of columns is laid out on `width` px; the editor lays it out the same. */
export function columnsLayout(block: ColumnsBlock, width: number): ColumnsLayout {
  const { style, verticalAlign } = block;
  const edge = border(style?.border);
  const padding = sides(style?.padding);
  const background = hexOf(style?.backgroundColor);
  return {
    boxes: columnBoxes(block, inside(width, style)),
    valign: verticalAlign === "middle" || verticalAlign === "bottom" ? verticalAlign : "top",
    stacks: block.stack !== false,
    margin: sides(style?.margin) ?? columnsMargin,
    frame:
      edge || padding || background
        ? {
            padding: padding ?? [0, 0, 0, 0],
            border: edge ? `${edge.width}px ${edge.style} ${edge.color}` : null,
            background,
            radius: px(style?.borderRadius),
          }
        : null,
  };
}

function columns(ctx: Context, block: ColumnsBlock, width: number): string {
  if (block.columns.length === 0) return "";
  const { boxes, valign, stacks } = columnsLayout(block, width);
  const rtl = ctx.theme.dir === "rtl";
  const cells = block.columns.map((blocks, at) => {
    const { content, left, right } = boxes[at] ?? { content: width, left: 0, right: 0 };
    const gaps = rtl ? `0 ${left}px 0 ${right}px` : `0 ${right}px 0 ${left}px`;
    const rows = blocks.map((child) => renderRow(ctx, child, content)).join("");
    const body = rows || "<tr><td></td></tr>";
    // What stays side by side on phones keeps the room between.
    const inner = `<${table} width="100%"><tr><td${stacks ? ' class="g"' : ""} style="padding:${gaps}"><${table} width="100%">${body}</table></td></tr></table>`;
    return { inner, outer: content + left + right };
  });
  if (!stacks) {
    const tds = cells.map(({ inner, outer }) => `<td width="${outer}" valign="${valign}">${inner}</td>`);
    return `<${table} width="100%"><tr>${tds.join("")}</tr></table>`;
  }
  const parts = cells.map(({ inner, outer }, at) => {
    const open = mso(
      ctx,
      `${at === 0 ? `<${table}${rtl ? ' dir="rtl"' : ""}><tr>` : "</td>"}<td width="${outer}" valign="${valign}">`,
    );
    return `${open}<div class="s" style="display:inline-block;width:100%;max-width:${outer}px;vertical-align:${valign}">${inner}</div>`;
  });
  return parts.join("") + mso(ctx, "</td></tr></table>");
}

const paragraph = (html: string, css = "", bottom = 16) => `<p style="margin:0 0 ${bottom}px;${css}">${html}</p>`;

/** Title, subtitle, description and button: what both heroes say. */
function heroText(ctx: Context, block: HeroBlock | HeroImageBlock, width: number, align: string): string {
  const title = headingFont(ctx, { ...block.style, fontSize: undefined } as BlockStyle, 1);
  const own = hexOf(block.style?.color);
  const font = textFont(ctx, { ...block.style, fontSize: undefined } as BlockStyle);
  const css = `${fontCss(font)}text-align:${align}`;
  const parts = [
    block.title &&
      `<h1${classAttribute(ctx, own ? [] : ["hd"])} style="margin:0 0 12px;${fontCss(title)}font-weight:bold;text-align:${align}">${escapeText(block.title)}</h1>`,
    block.subtitle && paragraph(`<strong>${escapeText(block.subtitle)}</strong>`, css, 12),
    block.description &&
      paragraph(escapeText(block.description).replaceAll("\n", "<br>"), css, block.buttonText ? 20 : 0),
    block.buttonText &&
      renderButton(
        ctx,
        {
          text: block.buttonText,
          href: block.buttonHref ?? "",
          variant: "primary",
          align: align === "justify" ? start(ctx) : align,
        },
        width,
      ),
  ];
  return parts.filter(Boolean).join("");
}

function heroImage(ctx: Context, block: HeroImageBlock, width: number): string {
  const room = inside(width, block.style);
  const half: ColumnsBlock = { id: "", type: "columns", columns: [[], []], gap: 24 };
  const [first, second] = columnBoxes(half, room);
  if (!first || !second) return "";
  const align = alignOf(ctx, block.style);
  const text = heroText(ctx, block, first.content, align);
  const parts: Picture = { src: block.imageSrc, alt: block.imageAlt, width: null, style: block.style ?? {} };
  const image = picture(ctx, parts, first.content);
  const rtl = ctx.theme.dir === "rtl";
  const sideParts = block.imagePosition === "left" ? [image, text] : [text, image];
  const halves = sideParts.map((inner, at) => {
    const { content, left, right } = at === 0 ? first : second;
    const gaps = rtl ? `0 ${left}px 16px ${right}px` : `0 ${right}px 16px ${left}px`;
    const outer = content + left + right;
    const open = mso(
      ctx,
      `${at === 0 ? `<${table}${rtl ? ' dir="rtl"' : ""}><tr>` : "</td>"}<td width="${outer}" valign="middle">`,
    );
    return `${open}<div class="s" style="display:inline-block;width:100%;max-width:${outer}px;vertical-align:middle"><${table} width="100%"><tr><td class="g" align="${align}" style="padding:${gaps}">${inner}</td></tr></table></div>`;
  });
  return halves.join("") + mso(ctx, "</td></tr></table>");
}

function divider(ctx: Context, thickness: number, style: BlockStyle | undefined): string {
  const color = hexOf(style?.color) ?? "#e0e0e0";
  const classes = ctx.dark ? ["dv"] : [];
  const line = `<${table} width="100%"><tr><td${classAttribute(ctx, classes)} style="border-top:${thickness}px solid ${color};font-size:0;line-height:0">&nbsp;</td></tr></table>`;
  const { color: _, darkColor: __, ...rest } = style ?? {};
  return row(ctx, { inner: line, style: rest, margin: [24, 0, 24, 0], align: "center" });
}

/** A block as a row of a table that is `width` px wide. */
export function renderRow(ctx: Context, block: Block, width: number): string {
  const { style } = block;
  const room = inside(width, style);
  switch (block.type) {
    case "heading": {
      const level = whole(block.level, 1, 6, 2);
      const align = alignOf(ctx, style);
      const css = `margin:0;${fontCss(headingFont(ctx, style, level))}font-weight:bold;text-align:${align}`;
      const classes = hexOf(style?.color) || ctx.canvas ? "" : ' class="hd"';
      return row(ctx, {
        inner: `<h${level}${classes} style="${css}">${rich(ctx, block.content, "inline", style)}</h${level}>`,
        style,
        margin: below,
        align,
      });
    }
    case "text": {
      const align = alignOf(ctx, style);
      const css = `${fontCss(textFont(ctx, style))}text-align:${align}`;
      const classes = hexOf(style?.color) ? [] : ["tx"];
      return row(ctx, { inner: rich(ctx, block.content, "rich", style), style, margin: below, align, classes, css });
    }
    case "image": {
      const align = alignOf(ctx, style, "center").replace("justify", "center");
      return row(ctx, { inner: picture(ctx, block, room, align), style, margin: [16, 0, 16, 0], align });
    }
    case "button": {
      const align = alignOf(ctx, style).replace("justify", start(ctx));
      const { backgroundColor, color, borderRadius, darkColor: _, darkBackgroundColor: __, ...rest } = style ?? {};
      const inner = renderButton(ctx, { ...block, align, color, backgroundColor, borderRadius }, room);
      return row(ctx, { inner, style: rest, margin: below, align });
    }
    case "divider":
      return divider(ctx, whole(block.thickness, 1, 10, 1), style);
    case "spacer": {
      const height = whole(block.height, 1, 1000, 24);
      const { classes, background } = blockColors(ctx, style);
      const fill = background ? `;background-color:${background}` : "";
      return `<tr><td${classAttribute(ctx, classes)} height="${height}" style="height:${height}px;font-size:0;line-height:${height}px${fill}">&nbsp;</td></tr>`;
    }
    case "columns": {
      // Their text has colours of its own.
      const { color: _, darkColor: __, ...rest } = style ?? {};
      return row(ctx, {
        inner: columns(ctx, block, width),
        style: rest,
        margin: columnsMargin,
        align: start(ctx),
        css: "font-size:0",
      });
    }
    case "social": {
      const inner = social(ctx, block);
      const css = fontCss(textFont(ctx, style));
      return inner
        ? row(ctx, {
            inner,
            style,
            margin: below,
            align: alignOf(ctx, style, "center"),
            classes: hexOf(style?.color) ? [] : ["tx"],
            css,
          })
        : "";
    }
    case "hero": {
      const align = alignOf(ctx, style, "center");
      const classes = hexOf(style?.color) ? [] : ["tx"];
      return row(ctx, { inner: heroText(ctx, block, room, align), style, margin: below, align, classes });
    }
    case "hero-image":
      return row(ctx, {
        inner: heroImage(ctx, block, width),
        style,
        margin: [0, 0, 0, 0],
        align: start(ctx),
        classes: hexOf(style?.color) ? [] : ["tx"],
        css: "font-size:0",
      });
  }
}
