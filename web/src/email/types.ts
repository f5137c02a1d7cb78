/**
 * What a mail is made of. The document that templates and campaigns store: names, values and nesting as the API has
 * them, so that nothing is translated on the way.
 */

import type { Block } from "./blocks";

export type { Block, BlockOf, BlockType, WrittenBlock } from "./blocks";
export { blockTypes } from "./blocks";

/** Lengths are CSS lengths in px, such as "16px 0"; colours are `#rrggbb` or "transparent". */
export interface BlockStyle {
  textAlign?: "left" | "center" | "right" | "justify";
  color?: string;
  backgroundColor?: string;
  fontSize?: string;
  fontFamily?: string;
  margin?: string;
  padding?: string;
  borderRadius?: string;
  border?: string;
  width?: string;
  height?: string;
  /** Text colour in dark mode; derived from `color` when absent. */
  darkColor?: string;
  /** Background in dark mode; derived from `backgroundColor` when absent. */
  darkBackgroundColor?: string;
}

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export type ButtonVariant = "primary" | "secondary" | "outline";

export interface ButtonTheme {
  /** px. */
  borderRadius: number;
  /** px. */
  fontSize: number;
  bold: boolean;
  /** px above and below, left and right of the text. */
  paddingY: number;
  paddingX: number;
  primaryColor: string;
  primaryTextColor: string;
  secondaryColor: string;
  secondaryTextColor: string;
  /** Border and text. */
  outlineColor: string;
}

export interface DarkTheme {
  /** Whether the mail brings dark colours of its own. */
  enabled: boolean;
  backgroundColor: string;
  contentBackgroundColor: string;
  textColor: string;
  linkColor: string;
  primaryColor: string;
  primaryTextColor: string;
}

/** Every value that blocks fall back to. Stored with a document are only the values that differ from the defaults. */
export interface Theme {
  fontFamily: string;
  headingFontFamily: string;
  textColor: string;
  headingColor: string;
  linkColor: string;
  /** Around the mail. */
  backgroundColor: string;
  /** Of the mail itself. */
  contentBackgroundColor: string;
  /** px. */
  contentWidth: number;
  /** px on screens of 600 px and more; half of it below. */
  contentPadding: number;
  /** px. */
  contentRadius: number;
  /** px of the text. */
  fontSize: number;
  lineHeight: number;
  button: ButtonTheme;
  dark: DarkTheme;
  /** BCP 47. */
  lang: string;
  dir: "ltr" | "rtl";
}

/** What is stored: the values that differ from the defaults. */
export type ThemeOverrides = Partial<Omit<Theme, "button" | "dark">> & {
  button?: Partial<ButtonTheme>;
  dark?: Partial<DarkTheme>;
};

/** One mail as it is written. */
export interface EmailDocument {
  name: string;
  subject: string;
  preheader: string;
  blocks: Block[];
  theme: ThemeOverrides;
}
