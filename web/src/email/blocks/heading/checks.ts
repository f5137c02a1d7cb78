import { baseLevel, type Ground, richInks } from "../../checks/inks";
import { html, wordsOf } from "../../checks/words";
import { px } from "../../css";
import { headingSize } from "../../render/rich";
import type { Theme } from "../../types";
import { emptyText } from "../empty-text";
import type { Step } from "../kind";
import { type HeadingBlock, ofLevel } from "./schema";

export const texts = ({ content }: HeadingBlock) => [html("content", content)];

export const flaws = ({ content }: HeadingBlock) => emptyText(content, "heading");

export const headings = ({ content, level }: HeadingBlock): Step<HeadingBlock>[] =>
  wordsOf(content) ? [{ level, change: (one, to) => ({ ...one, ...ofLevel(one, to) }) }] : [];

export function inks(theme: Theme, { content, level, style }: HeadingBlock, ground: Ground) {
  const base = baseLevel(theme, style, px(style?.fontSize) ?? headingSize(level), true);
  return richInks(theme, content, "inline", base, ground, style);
}
