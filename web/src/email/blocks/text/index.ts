import { plainText } from "../../excerpt";
import { textFont } from "../../render/row";
import { say } from "../../words";
import type { BlockKind } from "../kind";
import { flaws, headings, inks, texts } from "./checks";
import { render } from "./render";
import { make, read, type TextBlock } from "./schema";
import { inText, text as lines } from "./text";

export const text: BlockKind<TextBlock> = {
  type: "text",
  name: say.text,
  make,
  read,
  render,
  text: lines,
  inText,
  excerpt: ({ content }) => plainText(content),
  flaws,
  headings,
  inks,
  texts,
  writing: { html: "rich", bold: false, font: (theme) => textFont(theme, undefined) },
};
