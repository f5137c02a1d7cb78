import { say } from "../../words";
import { button, headings, inks, textOfWords, texts } from "../hero-words";
import type { BlockKind } from "../kind";
import { render } from "./render";
import { type HeroBlock, make, read } from "./schema";

export const hero: BlockKind<HeroBlock> = {
  type: "hero",
  name: say.heroSection,
  make,
  read,
  render,
  text: textOfWords,
  excerpt: ({ title }) => title,
  texts,
  headings,
  inks,
  button,
};
