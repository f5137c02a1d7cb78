import { contrast, hexOf, readableOn } from "../colors";
import { box } from "../css";
import { type Dress, type Kind, sanitize } from "../sanitize";
import type { BlockStyle, Theme } from "../types";
import { type Context, inlineClasses } from "./context";

const sizes: Record<string, number> = { h1: 32, h2: 28, h3: 24, h4: 20, h5: 20, h6: 20 };

/** px of a heading on this level. */
export const headingSize = (level: number): number => sizes[`h${level}`] ?? 24;

/** Inline styles of what stands in rich text, so that it looks the same where `<style>` is thrown away. */
function styles(theme: Theme, linkColor: string): Dress["style"] {
  const link = `color:${linkColor};text-decoration:underline`;
  // By the mail's direction: programs that know no logical properties are many, and Outlook indents lists by margin only.
  const rtl = theme.dir === "rtl";
  const bar = rtl ? "right" : "left";
  const list = (top: number, bottom: number) =>
    `margin:${rtl ? box([top, 24, bottom, 0]) : box([top, 0, bottom, 24])};padding:0`;
  return (tag, last, parent) => {
    const margin = last ? "0" : "0 0 16px";
    switch (tag) {
      case "p":
        return `margin:${parent === "li" ? "0" : parent === "blockquote" ? "0 0 8px" : margin}`;
      case "a":
        return link;
      case "ul":
      case "ol":
        return parent === "li" ? list(4, 0) : list(0, last ? 0 : 16);
      case "li":
        return "margin:0 0 4px";
      case "blockquote":
        return `margin:${margin};padding:${rtl ? "0 16px 0 0" : "0 0 0 16px"};border-${bar}:3px solid #c8c4bc`;
      case "pre":
        return `margin:${margin};white-space:pre-wrap;font-family:Menlo,Consolas,'Courier New',monospace;font-size:14px`;
      case "code":
        return "font-family:Menlo,Consolas,'Courier New',monospace;font-size:90%";
      default:
        return sizes[tag] ? `margin:${margin};font-size:${sizes[tag]}px;line-height:1.2;font-weight:bold` : "";
    }
  };
}

const known = new WeakMap<Theme, Map<string, Dress["style"]>>();

/** The same functions for every text of a mail: making them is most of the work of a short one. */
function stylesOf(theme: Theme, linkColor: string): Dress["style"] {
  const ofTheme = known.get(theme) ?? new Map<string, Dress["style"]>();
  known.set(theme, ofTheme);
  const style = ofTheme.get(linkColor) ?? styles(theme, linkColor);
  ofTheme.set(linkColor, style);
  return style;
}

/** Rich content of a heading or text, clean and dressed. */
export function rich(ctx: Context, content: string, kind: Kind, block: BlockStyle | undefined): string {
  const { theme } = ctx;
  const ground = hexOf(block?.backgroundColor);
  const link =
    ground && contrast(theme.linkColor, ground) < 4.5 ? readableOn(theme.linkColor, ground) : theme.linkColor;
  return sanitize(content, kind, {
    style: stylesOf(theme, link),
    classes: (own) => inlineClasses(ctx, own, block),
  });
}
