import { baseLevel, type Ground, type Inks, noInks, plainInks } from "../checks/inks";
import { type Field, link, plain } from "../checks/words";
import { hexOf } from "../colors";
import { escapeText } from "../escape";
import { renderButton } from "../render/button";
import { type Context, classAttribute } from "../render/context";
import { headingSize } from "../render/rich";
import { fontCss, headingFont, start, textFont } from "../render/row";
import { action, fromPlain, paragraph, underlined } from "../text/lines";
import type { BlockStyle, Theme } from "../types";
import { say } from "../words";

/** Title, subtitle, description and button: what every hero says. */
export interface HeroWords {
  title: string;
  subtitle?: string;
  description: string;
  /** Without it there is no button. */
  buttonText?: string;
  buttonHref?: string;
  style?: BlockStyle;
}

export const newWords = {
  subtitle: say.aShortLineThatSays,
  description: say.tellYourReadersWhatIs,
  buttonText: say.readMore,
  buttonHref: "#",
};

const inParagraph = (html: string, css: string, bottom: number) =>
  `<p style="margin:0 0 ${bottom}px;${css}">${html}</p>`;

export function renderWords(ctx: Context, block: HeroWords, width: number, align: string): string {
  const plainStyle = { ...block.style, fontSize: undefined } as BlockStyle;
  const title = headingFont(ctx.theme, plainStyle, 1);
  const own = hexOf(block.style?.color);
  const css = `${fontCss(textFont(ctx.theme, plainStyle))}text-align:${align}`;
  const parts = [
    block.title &&
      `<h1${classAttribute(ctx, own ? [] : ["hd"])} style="margin:0 0 12px;${fontCss(title)}font-weight:bold;text-align:${align}">${escapeText(block.title)}</h1>`,
    block.subtitle && inParagraph(`<strong>${escapeText(block.subtitle)}</strong>`, css, 12),
    block.description &&
      inParagraph(escapeText(block.description).replaceAll("\n", "<br>"), css, block.buttonText ? 20 : 0),
    block.buttonText &&
      renderButton(
        ctx,
        {
          text: block.buttonText,
          href: block.buttonHref ?? "",
          variant: "primary",
          align: align === "justify" ? start(ctx) : align,
        },
        width,
      ),
  ];
  return parts.filter(Boolean).join("");
}

export const textOfWords = ({ title, subtitle, description, buttonText, buttonHref }: HeroWords): string[] => [
  underlined(paragraph(fromPlain(title)), 1),
  paragraph(fromPlain(subtitle)),
  paragraph(fromPlain(description)),
  action(buttonText, buttonHref),
];

export const texts = ({ title, subtitle, description, buttonText, buttonHref }: HeroWords): Field[] => [
  plain("title", title),
  plain("subtitle", subtitle),
  plain("description", description),
  plain("buttonText", buttonText),
  link("buttonHref", buttonHref, !!buttonText && { what: say.theButton, words: "buttonText" }),
];

export const headings = ({ title }: HeroWords) => (title ? [{ level: 1 }] : []);

export function inks(theme: Theme, { title, subtitle, description, style }: HeroWords, ground: Ground): Inks {
  const large = title ? plainInks(baseLevel(theme, style, headingSize(1), true), ground) : noInks();
  const words = `${subtitle ?? ""}${description}`.trim();
  const rest = words ? plainInks(baseLevel(theme, style, theme.fontSize, false), ground) : noInks();
  return { light: [...large.light, ...rest.light], dark: [...large.dark, ...rest.dark] };
}

export const button = ({ buttonText }: HeroWords) => (buttonText ? { variant: "primary" as const } : null);
