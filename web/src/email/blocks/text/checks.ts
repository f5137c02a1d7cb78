import { baseLevel, type Ground, richInks } from "../../checks/inks";
import { html } from "../../checks/words";
import { px } from "../../css";
import type { Theme } from "../../types";
import { emptyText } from "../empty-text";
import type { Step } from "../kind";
import type { TextBlock } from "./schema";

export const texts = ({ content }: TextBlock) => [html("content", content)];

export const flaws = ({ content }: TextBlock) => emptyText(content, "text");

export const headings = ({ content }: TextBlock): Step<TextBlock>[] =>
  [...content.matchAll(/<h([1-6])(?=[\s>])/gi)].map(([, level]) => ({ level: Number(level) }));

export function inks(theme: Theme, { content, style }: TextBlock, ground: Ground) {
  const base = baseLevel(theme, style, px(style?.fontSize) ?? theme.fontSize, false);
  return richInks(theme, content, "rich", base, ground, style);
}
