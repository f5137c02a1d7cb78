import { darkBackgroundOf, hexOf, readableOn } from "../colors";
import { px } from "../css";
import { styleOf } from "../import/tree";
import { headingSize } from "../render/rich";
import { type Kind, sanitize } from "../sanitize";
import { tokens } from "../tokens";
import type { BlockStyle, Theme } from "../types";

/** Which colours meet in a mail, in both modes, as the renderer writes them. */

/** The colours behind a block. */
export interface Ground {
  light: string;
  dark: string;
  /** Whether it is the mail's own and not a block's. */
  plain: boolean;
}

/** Where a colour was chosen, and so where it can be changed. */
export type Source =
  | { at: "block" }
  | { at: "theme"; key: "textColor" | "headingColor" | "linkColor" }
  | { at: "inline"; hex: string };

/** A piece of text and what it stands on. */
export interface Ink {
  color: string;
  ground: string;
  source: Source;
  /** An inline ground of this colour, if it stands on one. */
  marked: string | null;
  link: boolean;
  /** 3 for large letters, 4.5 for others (WCAG 2.2 §1.4.3). */
  least: number;
}

export const leastFor = (size: number, bold: boolean): number => (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5);

export const plainGround = (theme: Theme): Ground => ({
  light: theme.contentBackgroundColor,
  dark: theme.dark.contentBackgroundColor,
  plain: true,
});

/** The ground that a block's own colours make on the one around it. */
export function groundOf(theme: Theme, style: BlockStyle | undefined, around: Ground): Ground {
  const light = hexOf(style?.backgroundColor);
  const own = hexOf(style?.darkBackgroundColor);
  const dark = own ?? (light ? darkBackgroundOf(light, theme.dark.contentBackgroundColor) : null);
  if (!light && !dark) return around;
  return { light: light ?? around.light, dark: dark ?? around.dark, plain: false };
}

/** The text colour that dark mode forces on everything inside; null when the block has no colour of its own. */
export function forcedColor(theme: Theme, style: BlockStyle | undefined): string | null {
  const color = hexOf(style?.color);
  const { dark: around } = groundOf(theme, style, plainGround(theme));
  return hexOf(style?.darkColor) ?? (color ? readableOn(color, around) : null);
}

/** The colour of links in such a block in dark mode. */
export function darkLink(theme: Theme, style: BlockStyle | undefined): string {
  if (forcedColor(theme, style) === null) return theme.dark.linkColor;
  return readableOn(theme.dark.linkColor, groundOf(theme, style, plainGround(theme)).dark);
}

/** A block's links keep off its ground. */
const linkOn = (theme: Theme, ground: string | null): string =>
  ground ? readableOn(theme.linkColor, ground) : theme.linkColor;

/** What text begins with before its own HTML changes it. */
export interface Level {
  name: string;
  color: string;
  source: Source;
  marked: string | null;
  size: number;
  bold: boolean;
  link: boolean;
  /** Colour and inline ground in dark mode. */
  dark: string;
  darkMarked: string | null;
}

export interface Inks {
  light: Ink[];
  dark: Ink[];
}

export const noInks = (): Inks => ({ light: [], dark: [] });

export function richInks(
  theme: Theme,
  content: string,
  kind: Kind,
  base: Level,
  ground: Ground,
  style?: BlockStyle,
): Inks {
  const out = noInks();
  const stack: Level[] = [base];
  const forced = forcedColor(theme, style);
  const around = groundOf(theme, style, plainGround(theme)).dark;
  for (const token of tokens(sanitize(content, kind))) {
    const top = stack.at(-1) ?? base;
    if (token.kind === "text") {
      if (!token.text.replace(/&nbsp;|\s/g, "")) continue;
      const { color, source, marked, link } = top;
      const least = leastFor(top.size, top.bold);
      out.light.push({ color, ground: marked ?? ground.light, source, marked, link, least });
      out.dark.push({ color: top.dark, ground: top.darkMarked ?? ground.dark, source, marked, link, least });
    } else if (token.kind === "tag" && token.tag.name !== "br") {
      const { name, closing, attributes } = token.tag;
      if (closing) stack.pop();
      else {
        const own = styleOf(attributes.get("style"));
        const color = hexOf(own.get("color"));
        const marked = hexOf(own.get("background-color"));
        const next: Level = { ...top, name };
        if (marked) {
          next.marked = marked;
          next.darkMarked = darkBackgroundOf(marked, theme.dark.contentBackgroundColor);
        }
        if (name === "a") {
          next.link = true;
          next.source = { at: "theme", key: "linkColor" };
          next.color = linkOn(theme, hexOf(style?.backgroundColor));
          next.dark = darkLink(theme, style);
        } else if (forced !== null) next.dark = forced;
        if (color) {
          next.source = { at: "inline", hex: color };
          next.color = color;
          next.dark = readableOn(color, (marked ? next.darkMarked : null) ?? around);
        }
        if (/^h[1-6]$/.test(name)) next.size = headingSize(Number(name.slice(1)));
        if (/^(h[1-6]|strong|b)$/.test(name)) next.bold = true;
        if (name === "pre") next.size = 14;
        if (name === "code") next.size = top.size * 0.9;
        next.size = px(own.get("font-size")) ?? next.size;
        stack.push(next);
      }
    }
  }
  return out;
}

export function baseLevel(theme: Theme, style: BlockStyle | undefined, size: number, heading: boolean): Level {
  const own = hexOf(style?.color);
  const key = heading ? "headingColor" : "textColor";
  return {
    name: "",
    color: own ?? theme[key],
    source: own ? { at: "block" } : { at: "theme", key },
    marked: null,
    size,
    bold: heading,
    link: false,
    dark: forcedColor(theme, style) ?? theme.dark.textColor,
    darkMarked: null,
  };
}

export function plainInks({ color, source, size, bold, dark, link }: Level, ground: Ground): Inks {
  const least = leastFor(size, bold);
  const base = { source, marked: null, link, least };
  return {
    light: [{ ...base, color, ground: ground.light }],
    dark: [{ ...base, color: dark, ground: ground.dark }],
  };
}
