import type { Sides } from "../../css";
import type { Context } from "../../render/context";
import { picture } from "../../render/picture";
import { alignOf, inside, row } from "../../render/row";
import type { ImageBlock } from "./schema";

/** Unless its style says otherwise. */
export const margin: Sides = [16, 0, 16, 0];

export function render(ctx: Context, block: ImageBlock, width: number): string {
  const { style } = block;
  const align = alignOf(ctx, style, "center").replace("justify", "center");
  return row(ctx, { inner: picture(ctx, block, inside(width, style), align), style, margin, align });
}
