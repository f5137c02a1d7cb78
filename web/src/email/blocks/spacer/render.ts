import { whole } from "../../css";
import { blockColors, type Context, classAttribute } from "../../render/context";
import type { SpacerBlock } from "./schema";

export function render(ctx: Context, block: SpacerBlock): string {
  const height = whole(block.height, 1, 1000, 24);
  const { classes, background } = blockColors(ctx, block.style);
  const fill = background ? `;background-color:${background}` : "";
  return `<tr><td${classAttribute(ctx, classes)} height="${height}" style="height:${height}px;font-size:0;line-height:${height}px${fill}">&nbsp;</td></tr>`;
}
