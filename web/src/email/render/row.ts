import { hexOf } from "../colors";
import { border, box, fontStack, px, type Sides, sides } from "../css";
import type { BlockStyle, Theme } from "../types";
import { blockColors, type Context, classAttribute, table } from "./context";
import { headingSize } from "./rich";

const aligned = new Set(["left", "center", "right", "justify"]);

/** Where text begins, in the mail's direction. */
export const start = (ctx: Context) => (ctx.theme.dir === "rtl" ? "right" : "left");

export function alignOf(ctx: Context, style: BlockStyle | undefined, fallback: string = start(ctx)): string {
  const align = style?.textAlign ?? "";
  return aligned.has(align) ? align : fallback;
}

export interface Row {
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
export function row(ctx: Context, { inner, style, margin, align, classes = [], css = "" }: Row): string {
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

export interface Font {
  family: string;
  size: number;
  lineHeight: number;
  color: string;
}

export const fontCss = ({ family, size, lineHeight, color }: Font) =>
  `font-family:${family};font-size:${size}px;line-height:${lineHeight};color:${color};word-break:break-word;`;

export function textFont(theme: Theme, style: BlockStyle | undefined): Font {
  return {
    family: fontStack(style?.fontFamily) ?? theme.fontFamily,
    size: px(style?.fontSize) ?? theme.fontSize,
    lineHeight: theme.lineHeight,
    color: hexOf(style?.color) ?? theme.textColor,
  };
}

export function headingFont(theme: Theme, style: BlockStyle | undefined, level: number): Font {
  return {
    family: fontStack(style?.fontFamily) ?? theme.headingFontFamily,
    size: px(style?.fontSize) ?? headingSize(level),
    lineHeight: 1.2,
    color: hexOf(style?.color) ?? theme.headingColor,
  };
}

export const below: Sides = [0, 0, 16, 0];

/** What room is left inside a block's own padding and border. */
export function inside(width: number, style: BlockStyle | undefined): number {
  const padding = sides(style?.padding);
  const edge = border(style?.border)?.width ?? 0;
  const margin = sides(style?.margin);
  const taken = (padding ? padding[1] + padding[3] : 0) + (margin ? margin[1] + margin[3] : 0) + 2 * edge;
  return Math.max(40, width - taken);
}
