import { hexOf } from "../../colors";
import type { Context } from "../../render/context";
import { rich } from "../../render/rich";
import { alignOf, below, fontCss, row, textFont } from "../../render/row";
import type { TextBlock } from "./schema";

export function render(ctx: Context, { content, style }: TextBlock): string {
  const align = alignOf(ctx, style);
  const css = `${fontCss(textFont(ctx.theme, style))}text-align:${align}`;
  const classes = hexOf(style?.color) ? [] : ["tx"];
  return row(ctx, { inner: rich(ctx, content, "rich", style), style, margin: below, align, classes, css });
}
