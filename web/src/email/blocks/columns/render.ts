import { hexOf } from "../../colors";
import { border, px, type Sides, sides } from "../../css";
import { type Context, table } from "../../render/context";
import { inside, row, start } from "../../render/row";
import { columnBoxes, columnGaps, stacking } from "../../render/side-by-side";
import { say } from "../../words";
import type { ColumnsLayout } from "../kind";
import type { ColumnsBlock } from "./schema";

/** Unless its style says otherwise. */
export const margin: Sides = [0, 0, 0, 0];

export function layout(block: ColumnsBlock, width: number): ColumnsLayout {
  const { columns, widths, gap, style, verticalAlign } = block;
  const edge = border(style?.border);
  const padding = sides(style?.padding);
  const background = hexOf(style?.backgroundColor);
  return {
    boxes: columnBoxes({ count: columns.length, widths, gap }, inside(width, style)),
    valign: verticalAlign === "middle" || verticalAlign === "bottom" ? verticalAlign : "top",
    stacks: block.stack !== false,
    margin: sides(style?.margin) ?? margin,
    frame:
      edge || padding || background
        ? {
            padding: padding ?? [0, 0, 0, 0],
            border: edge ? say.widthPxStyleColor(edge.width, edge.style, edge.color) : null,
            background,
            radius: px(style?.borderRadius),
          }
        : null,
  };
}

function cellsOf(ctx: Context, block: ColumnsBlock, width: number): string {
  if (block.columns.length === 0) return "";
  const { boxes, valign, stacks } = layout(block, width);
  const cells = block.columns.map((blocks, at) => {
    const { content, left, right } = boxes[at] ?? { content: width, left: 0, right: 0 };
    const gaps = columnGaps(ctx, { left, right }, "0");
    const body = blocks.map((child) => ctx.row(child, content)).join("") || "<tr><td></td></tr>";
    // What stays side by side on phones keeps the room between.
    const inner = `<${table} width="100%"><tr><td${stacks ? ' class="g"' : ""} style="padding:${gaps}"><${table} width="100%">${body}</table></td></tr></table>`;
    return { inner, outer: content + left + right };
  });
  if (stacks) return stacking(ctx, cells, valign);
  const tds = cells.map(({ inner, outer }) => `<td width="${outer}" valign="${valign}">${inner}</td>`);
  return `<${table} width="100%"><tr>${tds.join("")}</tr></table>`;
}

export function render(ctx: Context, block: ColumnsBlock, width: number): string {
  // Their text has colours of its own.
  const { color: _, darkColor: __, ...style } = block.style ?? {};
  return row(ctx, { inner: cellsOf(ctx, block, width), style, margin, align: start(ctx), css: "font-size:0" });
}
