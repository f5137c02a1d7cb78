import { darkBackgroundOf, hexOf, readableOn } from "../colors";
import { fontStack } from "../css";
import { defaultTheme, resolveTheme } from "../theme";
import type { Block, BlockStyle, Theme, ThemeOverrides } from "../types";

/** What one class does in dark mode. */
export interface DarkClass {
  name: string;
  property: "color" | "background-color";
  value: string;
  /** The dark colour behind a block's text; null for a span's own colour, which stands above that of its block. */
  ground: string | null;
}

/** About what the rules of a class take of the style sheet, once for each way to ask for dark mode. */
const bytesOf = ({ property, ground }: Omit<DarkClass, "name">) =>
  property === "background-color" ? 110 : ground === null ? 90 : 240;

/** Gmail throws a style sheet of more than 16 KB away. Colours beyond this stay as they are. */
const budget = 12_000;

/** Classes that only dark mode needs, found while blocks are written; each pair of colours gets one. */
export class DarkRules {
  private readonly classes = new Map<string, DarkClass>();
  private bytes = 0;

  /** The names for it: one, or none when there are too many already. */
  names(found: Omit<DarkClass, "name">): string[] {
    const key = `${found.property}${found.value}${found.ground}`;
    const known = this.classes.get(key);
    if (known) return [known.name];
    this.bytes += bytesOf(found);
    if (this.bytes > budget) return [];
    const name = `d${this.classes.size}`;
    this.classes.set(key, { name, ...found });
    return [name];
  }

  all(): DarkClass[] {
    return [...this.classes.values()];
  }
}

/** What every block's writer needs; made once for a mail. */
export interface Context {
  theme: Theme;
  /** Null when the mail brings no dark colours. */
  dark: DarkRules | null;
  /** Shown in the editor: without what only mail programs read. */
  canvas: boolean;
  /** Writes a block inside of another. */
  row(block: Block, width: number): string;
}

const colorKeys = ["textColor", "headingColor", "linkColor", "backgroundColor", "contentBackgroundColor"] as const;
const buttonColors = [
  "primaryColor",
  "primaryTextColor",
  "secondaryColor",
  "secondaryTextColor",
  "outlineColor",
] as const;
const darkColors = [
  "backgroundColor",
  "contentBackgroundColor",
  "textColor",
  "linkColor",
  "primaryColor",
  "primaryTextColor",
] as const;

const bounded = (value: number, least: number, most: number, fallback: number) =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : fallback;

/** The theme with every value fit to be written: hex colours, whole pixels, fonts that end nothing. */
export function cleanTheme(overrides: ThemeOverrides | null | undefined): Theme {
  const theme = structuredClone(resolveTheme(overrides));
  for (const key of colorKeys) theme[key] = hexOf(theme[key]) ?? defaultTheme[key];
  for (const key of buttonColors) theme.button[key] = hexOf(theme.button[key]) ?? defaultTheme.button[key];
  for (const key of darkColors) theme.dark[key] = hexOf(theme.dark[key]) ?? defaultTheme.dark[key];
  for (const key of ["fontFamily", "headingFontFamily"] as const)
    theme[key] = fontStack(theme[key]) ?? defaultTheme[key];
  theme.contentWidth = bounded(theme.contentWidth, 320, 900, 600);
  theme.contentPadding = bounded(theme.contentPadding, 0, 120, 40);
  theme.contentRadius = bounded(theme.contentRadius, 0, 60, 0);
  theme.fontSize = bounded(theme.fontSize, 10, 40, 16);
  theme.lineHeight = Number.isFinite(theme.lineHeight) ? Math.min(3, Math.max(1, theme.lineHeight)) : 1.6;
  const { button } = theme;
  button.borderRadius = bounded(button.borderRadius, 0, 60, 4);
  button.fontSize = bounded(button.fontSize, 10, 40, defaultTheme.button.fontSize);
  button.paddingX = bounded(button.paddingX, 0, 80, 24);
  button.paddingY = bounded(button.paddingY, 0, 60, 12);
  if (theme.dir !== "rtl") theme.dir = "ltr";
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(theme.lang)) theme.lang = "en";
  return theme;
}

/** The px between the paddings of the mail. */
export const innerWidth = (theme: Theme): number => Math.max(120, theme.contentWidth - 2 * theme.contentPadding);

/** What is behind a block's text in dark mode, when it is not the mail's own ground. */
function darkGround(theme: Theme, style: BlockStyle | undefined): string | null {
  const background = hexOf(style?.backgroundColor);
  const own = hexOf(style?.darkBackgroundColor);
  return own ?? (background ? darkBackgroundOf(background, theme.dark.contentBackgroundColor) : null);
}

/** A block's background, and the classes that turn its colours in dark mode. */
export function blockColors(
  ctx: Context,
  style: BlockStyle | undefined,
): { background: string | null; classes: string[] } {
  const color = hexOf(style?.color);
  const background = hexOf(style?.backgroundColor);
  const classes: string[] = [];
  if (ctx.dark) {
    const under = darkGround(ctx.theme, style);
    if (under) classes.push(...ctx.dark.names({ property: "background-color", value: under, ground: null }));
    const ground = under ?? ctx.theme.dark.contentBackgroundColor;
    const value = hexOf(style?.darkColor) ?? (color ? readableOn(color, ground) : null);
    if (value) classes.push(...ctx.dark.names({ property: "color", value, ground }));
  }
  return { background, classes };
}

/** What a picture's alternative text is written in, on the ground of its block, and the classes that turn it. */
export function altColors(ctx: Context, style: BlockStyle | undefined): { color: string; classes: string[] } {
  const { theme, dark } = ctx;
  const color = readableOn(theme.textColor, hexOf(style?.backgroundColor) ?? theme.contentBackgroundColor);
  const under = darkGround(theme, style);
  if (!dark || !under) return { color, classes: dark ? ["tx"] : [] };
  const value = readableOn(theme.dark.textColor, under);
  return { color, classes: dark.names({ property: "color", value, ground: null }) };
}

/** The classes that turn the colours of a part of a text, from the inline style it has. */
export function inlineClasses(ctx: Context, inline: string, block: BlockStyle | undefined): string[] {
  if (!ctx.dark) return [];
  const { contentBackgroundColor } = ctx.theme.dark;
  const background = /(?:^|;)background-color:(#[0-9a-f]{6})/.exec(inline)?.[1];
  const color = /(?:^|;)color:(#[0-9a-f]{6})/.exec(inline)?.[1];
  const under = background ? darkBackgroundOf(background, contentBackgroundColor) : null;
  const around = under ?? darkGround(ctx.theme, block) ?? contentBackgroundColor;
  return [
    ...(under ? ctx.dark.names({ property: "background-color", value: under, ground: null }) : []),
    ...(color ? ctx.dark.names({ property: "color", value: readableOn(color, around), ground: null }) : []),
  ];
}

/** ` class="…"`, or nothing. */
export const classAttribute = (ctx: Context, names: string[]): string =>
  ctx.canvas || names.length === 0 ? "" : ` class="${names.join(" ")}"`;

/** For the Word engine of Outlook alone. */
export const mso = (ctx: Context, html: string): string => (ctx.canvas ? "" : `<!--[if mso]>${html}<![endif]-->`);

/** For everybody else. */
export const notMso = (ctx: Context, html: string): string =>
  ctx.canvas ? html : `<!--[if !mso]><!-->${html}<!--<![endif]-->`;

export const table = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"';
