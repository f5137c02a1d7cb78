import type { CSSProperties } from "react";
import { writingOf } from "@/email/blocks";
import type { Theme, WrittenBlock } from "@/email/types";

/** Text looks while it is written as the mail shows it; the rest is in richtext.css. */
export function textStyle(block: WrittenBlock, theme: Theme): CSSProperties {
  const { bold, font } = writingOf(block);
  const { family, size, lineHeight, color } = font(theme, block);
  const { margin = "0 0 16px 0", ...own } = block.style ?? {};
  return {
    fontFamily: family,
    fontSize: size,
    lineHeight,
    fontWeight: bold ? "bold" : "normal",
    color,
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
