import { hexOf } from "../../colors";
import { whole } from "../../css";
import type { Context } from "../../render/context";
import { rich } from "../../render/rich";
import { alignOf, below, fontCss, headingFont, row } from "../../render/row";
import type { HeadingBlock } from "./schema";

export function render(ctx: Context, { content, level: written, style }: HeadingBlock): string {
  const level = whole(written, 1, 6, 2);
  const align = alignOf(ctx, style);
  const css = `margin:0;${fontCss(headingFont(ctx.theme, style, level))}font-weight:bold;text-align:${align}`;
  const classes = hexOf(style?.color) || ctx.canvas ? "" : ' class="hd"';
  const inner = `<h${level}${classes} style="${css}">${rich(ctx, content, "inline", style)}</h${level}>`;
  return row(ctx, { inner, style, margin: below, align });
}
