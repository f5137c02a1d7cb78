import { renderButton } from "../../render/button";
import type { Context } from "../../render/context";
import { alignOf, below, inside, row, start } from "../../render/row";
import type { ButtonBlock } from "./schema";

export function render(ctx: Context, block: ButtonBlock, width: number): string {
  const align = alignOf(ctx, block.style).replace("justify", start(ctx));
  // These are the button's own, not those of the row around it.
  const { backgroundColor, color, borderRadius, darkColor: _, darkBackgroundColor: __, ...rest } = block.style ?? {};
  const parts = { ...block, align, color, backgroundColor, borderRadius };
  return row(ctx, {
    inner: renderButton(ctx, parts, inside(width, block.style)),
    style: rest,
    margin: below,
    align,
  });
}
