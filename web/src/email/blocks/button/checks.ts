import { link, plain } from "../../checks/words";
import { say } from "../../words";
import type { ButtonBlock } from "./schema";

export const texts = ({ text, href }: ButtonBlock) => [
  plain("text", text),
  link("href", href, { what: say.theButton, words: "text" }),
];

export const button = ({ text, variant, style }: ButtonBlock) => (text.trim() ? { variant, style: style ?? {} } : null);
