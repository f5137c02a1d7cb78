import { fromPlain, paragraph } from "../../text/lines";
import { say } from "../../words";
import { textOfWords } from "../hero-words";
import type { BlockKind } from "../kind";
import { button, flaws, headings, inks, texts } from "./checks";
import { render } from "./render";
import { type HeroImageBlock, make, read } from "./schema";

export const heroImage: BlockKind<HeroImageBlock> = {
  type: "hero-image",
  name: say.heroWithImage,
  make,
  read,
  render,
  text: (block) => [paragraph(fromPlain(block.imageAlt)), ...textOfWords(block)],
  excerpt: ({ title }) => title,
  button,
  flaws,
  headings,
  inks,
  texts,
};
