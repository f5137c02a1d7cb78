import { hexOf } from "../../colors";
import { type Sides, whole } from "../../css";
import { type Context, classAttribute, table } from "../../render/context";
import { row } from "../../render/row";
import { type DividerBlock, lineColor } from "./schema";

/** Unless its style says otherwise. */
export const margin: Sides = [24, 0, 24, 0];

export function render(ctx: Context, block: DividerBlock): string {
  const thickness = whole(block.thickness, 1, 10, 1);
  const { color: own, darkColor: _, ...style } = block.style ?? {};
  const color = hexOf(own) ?? lineColor;
  const classes = ctx.dark ? ["dv"] : [];
  const inner = `<${table} width="100%"><tr><td${classAttribute(ctx, classes)} style="border-top:${thickness}px solid ${color};font-size:0;line-height:0">&nbsp;</td></tr></table>`;
  return row(ctx, { inner, style, margin, align: "center" });
}
