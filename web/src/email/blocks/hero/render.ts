import { hexOf } from "../../colors";
import type { Context } from "../../render/context";
import { alignOf, below, inside, row } from "../../render/row";
import { renderWords } from "../hero-words";
import type { HeroBlock } from "./schema";

export function render(ctx: Context, block: HeroBlock, width: number): string {
  const { style } = block;
  const align = alignOf(ctx, style, "center");
  const classes = hexOf(style?.color) ? [] : ["tx"];
  const inner = renderWords(ctx, block, inside(width, style), align);
  return row(ctx, { inner, style, margin: below, align, classes });
}
