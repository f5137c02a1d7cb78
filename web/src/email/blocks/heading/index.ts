import { plainText } from "../../excerpt";
import { headingFont } from "../../render/row";
import { say } from "../../words";
import type { BlockKind } from "../kind";
import { flaws, headings, inks, texts } from "./checks";
import { render } from "./render";
import { type HeadingBlock, make, read } from "./schema";
import { inText, text } from "./text";

export const heading: BlockKind<HeadingBlock> = {
  type: "heading",
  name: say.heading,
  make,
  read,
  render,
  text,
  inText,
  excerpt: ({ content }) => plainText(content),
  flaws,
  headings,
  inks,
  texts,
  themeColor: "headingColor",
  writing: { html: "inline", bold: true, font: (theme, { level }) => headingFont(theme, undefined, level) },
};
