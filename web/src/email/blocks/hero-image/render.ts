import { hexOf } from "../../colors";
import { type Context, table } from "../../render/context";
import { picture } from "../../render/picture";
import { alignOf, inside, row, start } from "../../render/row";
import { columnBoxes, columnGaps, stacking } from "../../render/side-by-side";
import { renderWords } from "../hero-words";
import type { HeroImageBlock } from "./schema";

function halves(ctx: Context, block: HeroImageBlock, width: number): string {
  const [first, second] = columnBoxes({ count: 2, gap: 24 }, inside(width, block.style));
  if (!first || !second) return "";
  const align = alignOf(ctx, block.style);
  const words = renderWords(ctx, block, first.content, align);
  const { imageSrc: src, imageAlt: alt, style = {} } = block;
  const image = picture(ctx, { src, alt, width: null, style }, first.content);
  const sides = block.imagePosition === "left" ? [image, words] : [words, image];
  const cells = sides.map((side, at) => {
    const { content, left, right } = at === 0 ? first : second;
    const gaps = columnGaps(ctx, { left, right }, "16px");
    const inner = `<${table} width="100%"><tr><td class="g" align="${align}" style="padding:${gaps}">${side}</td></tr></table>`;
    return { inner, outer: content + left + right };
  });
  return stacking(ctx, cells, "middle");
}

export function render(ctx: Context, block: HeroImageBlock, width: number): string {
  const { style } = block;
  return row(ctx, {
    inner: halves(ctx, block, width),
    style,
    margin: [0, 0, 0, 0],
    align: start(ctx),
    classes: hexOf(style?.color) ? [] : ["tx"],
    css: "font-size:0",
  });
}
