import { hexOf } from "../colors";
import { escapeAttribute, escapeText } from "../escape";
import type { SocialBlock } from "../types";
import { safeUrl } from "../urls";
import type { Context } from "./context";

/** The picture that stands for a platform, and its name. */
export const socialPlatforms: Record<string, { name: string; emoji: string }> = {
  facebook: { name: "Facebook", emoji: "📘" },
  twitter: { name: "Twitter", emoji: "🐦" },
  instagram: { name: "Instagram", emoji: "📷" },
  linkedin: { name: "LinkedIn", emoji: "💼" },
  youtube: { name: "YouTube", emoji: "📺" },
};

/** The name of a platform; an unknown one is called as its author wrote it, and looks like a link. */
export function platformOf(key: string): { name: string; emoji: string } {
  return Object.hasOwn(socialPlatforms, key) && socialPlatforms[key]
    ? socialPlatforms[key]
    : { name: key.charAt(0).toUpperCase() + key.slice(1), emoji: "🔗" };
}

/** Links to where else the author is found; each has a name for those who do not see the emoji. */
export function social(ctx: Context, block: SocialBlock): string {
  const { theme } = ctx;
  const display = block.display ?? "emoji";
  const links = Object.entries(block.platforms).flatMap(([key, url]) => {
    const href = safeUrl(url);
    if (!href) return [];
    const { name, emoji } = platformOf(key);
    const said = display === "both" ? 'aria-hidden="true"' : `role="img" aria-label="${escapeAttribute(name)}"`;
    const icon = `<span ${said} style="font-size:24px;line-height:1.2">${emoji}</span>`;
    const label = display === "names" ? escapeText(name) : display === "both" ? `${icon} ${escapeText(name)}` : icon;
    const look = `display:inline-block;padding:4px 8px;color:${hexOf(block.style?.color) ?? theme.linkColor};text-decoration:${display === "emoji" ? "none" : "underline"}`;
    return `<a href="${escapeAttribute(href)}" target="_blank" rel="noopener noreferrer nofollow" style="${look}">${label}</a>`;
  });
  return links.join(" ");
}
