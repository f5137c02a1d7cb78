import { border, px } from "../css";
import { escapeAttribute } from "../escape";
import type { BlockStyle } from "../types";
import { safeImageUrl, safeUrl } from "../urls";
import { altColors, type Context, classAttribute } from "./context";

/** As a block it does not follow the cell's `align`. */
const imageMargin: Record<string, string> = { left: "0 auto 0 0", right: "0 0 0 auto" };

/** px that can be drawn: JSON from elsewhere may hold any number. */
const isLength = (value: number | null | undefined): value is number =>
  typeof value === "number" && value > 0 && value < 10_000;

/** Round corners of a picture: those of the block around it, inside its border. */
function cornersOf(style: BlockStyle | undefined): string {
  const radius = (px(style?.borderRadius) ?? 0) - (border(style?.border)?.width ?? 0);
  return radius > 0 ? `border-radius:${radius}px;` : "";
}

export interface Picture {
  src: string;
  alt: string;
  width?: number | null;
  height?: number | null;
  href?: string;
  style?: BlockStyle;
}

/**
 * `available` is what the desktop has for it: Word takes it from the attribute. All others fit a picture into its place,
 * so that it grows, up to its own width, where columns stand below one another.
 */
export function picture(ctx: Context, parts: Picture, available: number, align = "center"): string {
  const src = escapeAttribute(safeImageUrl(parts.src));
  // No address is the address of the mail itself to some programs. The author still sees the empty place.
  if (!src && !ctx.canvas) return "";
  const own = isLength(parts.width) ? Math.round(parts.width) : null;
  const width = Math.min(available, own ?? available);
  const scale = isLength(parts.width) ? width / parts.width : 1;
  const height = isLength(parts.height) ? Math.max(1, Math.round(parts.height * scale)) : null;
  const { theme } = ctx;
  const shape = height ? `height:auto;aspect-ratio:${width}/${height}` : "height:auto";
  const most = own ? `max-width:${own}px;` : "";
  const { color, classes } = altColors(ctx, parts.style);
  const image = `<img${classAttribute(ctx, classes)} src="${src}" alt="${escapeAttribute(parts.alt)}" width="${width}"${height ? ` height="${height}"` : ""} style="display:block;margin:${imageMargin[align] ?? "0 auto"};width:100%;${most}${shape};border:0;${cornersOf(parts.style)}font-family:${theme.fontFamily};font-size:14px;line-height:1.4;color:${color}">`;
  const href = safeUrl(parts.href);
  return href && href !== "#"
    ? `<a href="${escapeAttribute(href)}" target="_blank" rel="noopener noreferrer nofollow" style="color:${theme.linkColor};text-decoration:none">${image}</a>`
    : image;
}
