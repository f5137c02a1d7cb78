import type { CSSProperties } from "react";
import { headingSize } from "@/email/render/rich";
import type { HeadingBlock, TextBlock, Theme } from "@/email/types";

/** Text looks while it is written as the mail shows it; the rest is in richtext.css. */
export function textStyle(block: HeadingBlock | TextBlock, theme: Theme): CSSProperties {
  const heading = block.type === "heading";
  const { margin = "0 0 16px 0", ...own } = block.style ?? {};
  return {
    fontFamily: heading ? theme.headingFontFamily : theme.fontFamily,
    fontSize: heading ? headingSize(block.level) : theme.fontSize,
    lineHeight: heading ? 1.2 : theme.lineHeight,
    fontWeight: heading ? "bold" : "normal",
    color: heading ? theme.headingColor : theme.textColor,
    margin,
    "--mail-link": theme.linkColor,
    ...pick(own),
  } as CSSProperties;
}

/** What blocks of text take from their own style. */
const pick = ({
  textAlign,
  color,
  backgroundColor,
  fontSize,
  fontFamily,
  padding,
  borderRadius,
  border,
}: CSSProperties) =>
  Object.fromEntries(
    Object.entries({ textAlign, color, backgroundColor, fontSize, fontFamily, padding, borderRadius, border }).filter(
      ([, value]) => value !== undefined,
    ),
  );
