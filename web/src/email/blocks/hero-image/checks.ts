import { image, plain } from "../../checks/words";
import { say } from "../../words";
import { texts as wordsOf } from "../hero-words";
import type { Flaw } from "../kind";
import type { HeroImageBlock } from "./schema";

export { button, headings, inks } from "../hero-words";

export const texts = (block: HeroImageBlock) => [
  ...wordsOf(block),
  image("imageSrc", block.imageSrc),
  plain("imageAlt", block.imageAlt),
];

export const flaws = ({ imageSrc, imageAlt }: HeroImageBlock): Flaw<HeroImageBlock>[] =>
  imageSrc && !imageAlt.trim()
    ? [
        {
          rule: "alt",
          severity: "hint",
          message: say.thePictureBesideTheText,
          field: "imageAlt",
        },
      ]
    : [];
