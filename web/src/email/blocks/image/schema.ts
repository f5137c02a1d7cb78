import { defined, type Fields } from "../../parse-fields";
import { placeholderImage } from "../../placeholder";
import type { Base } from "../kind";

export interface ImageBlock extends Base<"image"> {
  src: string;
  alt: string;
  /** px; as wide as its place when absent. */
  width?: number | null;
  /** px; keeps its proportions when absent. */
  height?: number | null;
  /** Where a click leads. */
  href?: string;
  /** Says nothing that the text does not: an empty alternative text is right. */
  decorative?: boolean;
}

export const make = (origin: string) => ({ src: `${origin}${placeholderImage}`, alt: "", width: 600 });

export const read = (fields: Fields) =>
  defined<Omit<ImageBlock, "id" | "type" | "style">>({
    src: fields.text("src"),
    alt: fields.text("alt"),
    width: fields.size("width"),
    height: fields.size("height"),
    href: fields.maybeText("href"),
    decorative: fields.maybeFlag("decorative"),
  });
