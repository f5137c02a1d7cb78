import { fromPlain, linked, paragraph } from "../../text/lines";
import { safeUrl } from "../../urls";
import { say } from "../../words";
import type { BlockKind } from "../kind";
import { flaws, texts } from "./checks";
import { render } from "./render";
import { type ImageBlock, make, read } from "./schema";

export const image: BlockKind<ImageBlock> = {
  type: "image",
  name: say.image,
  make,
  read,
  render,
  text: ({ alt, href, decorative }) => (decorative ? [] : [paragraph(linked(fromPlain(alt), safeUrl(href)))]),
  excerpt: ({ alt }) => alt,
  flaws,
  texts,
};
