/**
 * What a mail is made of. The document that templates and campaigns store: names, values and nesting as the API has
 * them, so that nothing is translated on the way.
 */

export const blockTypes = [
  "heading",
  "text",
  "image",
  "button",
  "divider",
  "spacer",
  "columns",
  "social",
  "hero",
  "hero-image",
] as const;

export type BlockType = (typeof blockTypes)[number];

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

interface Base<Type extends BlockType> {
  id: string;
  type: Type;
  style?: BlockStyle;
}

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export interface HeadingBlock extends Base<"heading"> {
  /** Inline HTML; may hold merge tags. */
  content: string;
  level: HeadingLevel;
}

export interface TextBlock extends Base<"text"> {
  /** HTML: paragraphs, lists, quotes, headings, code; may hold merge tags. */
  content: string;
}

export interface ImageBlock extends Base<"image"> {
  src: string;
  alt: string;
  /** px; as wide as its place when absent. */
  width?: number | null;
  /** px; keeps its proportions when absent. */
  height?: number | null;
  /** Where a click leads. */
  href?: string;
  /** Says nothing that the text does not: an empty alternative text is right. */
  decorative?: boolean;
}

export type ButtonVariant = "primary" | "secondary" | "outline";

export interface ButtonBlock extends Base<"button"> {
  text: string;
  href: string;
  variant: ButtonVariant;
  /** px; measured from the text when absent. */
  width?: number | null;
  fullWidth?: boolean;
}

export interface DividerBlock extends Base<"divider"> {
  /** px, 1 to 10. `style.color` is the line's colour. */
  thickness: number;
}

export interface SpacerBlock extends Base<"spacer"> {
  /** px. */
  height: number;
}

export interface ColumnsBlock extends Base<"columns"> {
  /** 1 to 4 columns; none of their blocks is a columns block. */
  columns: Block[][];
  /** Percent of each column; equal when absent. */
  widths?: number[] | null;
  /** px between columns; 16 when absent. */
  gap?: number;
  /** Whether columns stand below one another on phones; true when absent. */
  stack?: boolean;
  verticalAlign?: "top" | "middle" | "bottom";
}

export const platforms = ["facebook", "twitter", "instagram", "linkedin", "youtube"] as const;
export type Platform = (typeof platforms)[number];

export interface SocialBlock extends Base<"social"> {
  /** Platform to URL; an empty URL is not shown. */
  platforms: Partial<Record<Platform, string>> & Record<string, string | undefined>;
  /** "emoji" when absent. */
  display?: "emoji" | "names" | "both";
}

export interface HeroBlock extends Base<"hero"> {
  title: string;
  subtitle?: string;
  description: string;
  buttonText?: string;
  buttonHref?: string;
}

export interface HeroImageBlock extends Base<"hero-image"> {
  title: string;
  subtitle: string;
  description: string;
  imageSrc: string;
  imageAlt: string;
  imagePosition: "left" | "right";
  buttonText: string;
  buttonHref: string;
}

export type Block =
  | HeadingBlock
  | TextBlock
  | ImageBlock
  | ButtonBlock
  | DividerBlock
  | SpacerBlock
  | ColumnsBlock
  | SocialBlock
  | HeroBlock
  | HeroImageBlock;

export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>;

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
