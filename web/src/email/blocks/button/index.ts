import { escapeAttribute, escapeText } from "../../escape";
import { action } from "../../text/lines";
import { say } from "../../words";
import type { BlockKind } from "../kind";
import { button as look, texts } from "./checks";
import { render } from "./render";
import { type ButtonBlock, make, read } from "./schema";

export const button: BlockKind<ButtonBlock> = {
  type: "button",
  name: say.button,
  make,
  read,
  render,
  text: ({ text, href }) => [action(text, href)],
  inText({ text, href }, into) {
    const link = `<a href="${escapeAttribute(href)}">${escapeText(text)}</a>`;
    return into === "inline" ? link : `<p>${link}</p>`;
  },
  excerpt: ({ text }) => text,
  button: look,
  texts,
};
