import { hexOf } from "../../colors";
import { escapeAttribute, escapeText } from "../../escape";
import type { Context } from "../../render/context";
import { alignOf, below, fontCss, row, textFont } from "../../render/row";
import { safeUrl } from "../../urls";
import { platformOf } from "./platforms";
import type { SocialBlock } from "./schema";

/** Links to where else the author is found; each has a name for those who do not see the emoji. */
function links(ctx: Context, block: SocialBlock): string {
  const { theme } = ctx;
  const display = block.display ?? "emoji";
  const all = Object.entries(block.platforms).flatMap(([key, url]) => {
    const href = safeUrl(url);
    if (!href) return [];
    const { name, emoji } = platformOf(key);
    const said = display === "both" ? 'aria-hidden="true"' : `role="img" aria-label="${escapeAttribute(name)}"`;
    const icon = `<span ${said} style="font-size:24px;line-height:1.2">${emoji}</span>`;
    const label = display === "names" ? escapeText(name) : display === "both" ? `${icon} ${escapeText(name)}` : icon;
    const look = `display:inline-block;padding:4px 8px;color:${hexOf(block.style?.color) ?? theme.linkColor};text-decoration:${display === "emoji" ? "none" : "underline"}`;
    return `<a href="${escapeAttribute(href)}" target="_blank" rel="noopener noreferrer nofollow" style="${look}">${label}</a>`;
  });
  return all.join(" ");
}

export function render(ctx: Context, block: SocialBlock): string {
  const { style } = block;
  const inner = links(ctx, block);
  if (!inner) return "";
  const css = fontCss(textFont(ctx.theme, style));
  const classes = hexOf(style?.color) ? [] : ["tx"];
  return row(ctx, { inner, style, margin: below, align: alignOf(ctx, style, "center"), classes, css });
}
