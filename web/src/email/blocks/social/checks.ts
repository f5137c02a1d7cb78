import { baseLevel, darkLink, type Ground, noInks, plainInks, type Source } from "../../checks/inks";
import { link } from "../../checks/words";
import { hexOf } from "../../colors";
import { px } from "../../css";
import type { Theme } from "../../types";
import type { SocialBlock } from "./schema";

export const texts = ({ platforms }: SocialBlock) =>
  Object.entries(platforms).map(([key, url]) => link(`platforms.${key}`, url));

export function inks(theme: Theme, { platforms, display, style }: SocialBlock, ground: Ground) {
  // Emoji have colours of their own.
  if ((display ?? "emoji") === "emoji" || !Object.values(platforms).some(Boolean)) return noInks();
  const base = baseLevel(theme, style, px(style?.fontSize) ?? theme.fontSize, false);
  const own = hexOf(style?.color);
  const source: Source = own ? { at: "block" } : { at: "theme", key: "linkColor" };
  const color = own ?? theme.linkColor;
  return plainInks({ ...base, color, source, link: true, dark: darkLink(theme, style) }, ground);
}
