import type { Fields } from "../../parse-fields";
import { placeholderImage } from "../../placeholder";
import { say } from "../../words";
import { newWords } from "../hero-words";
import type { Base } from "../kind";

export interface HeroImageBlock extends Base<"hero-image"> {
  title: string;
  subtitle: string;
  description: string;
  imageSrc: string;
  imageAlt: string;
  imagePosition: "left" | "right";
  buttonText: string;
  buttonHref: string;
}

export function make(origin: string) {
  const { subtitle, description, ...button } = newWords;
  return {
    title: say.somethingNew,
    subtitle,
    description,
    imageSrc: `${origin}${placeholderImage}`,
    imageAlt: "",
    imagePosition: "right" as const,
    ...button,
  };
}

const positions: readonly HeroImageBlock["imagePosition"][] = ["left", "right"];

export const read = (fields: Fields) => ({
  title: fields.text("title"),
  subtitle: fields.text("subtitle"),
  description: fields.text("description"),
  imageSrc: fields.text("imageSrc"),
  imageAlt: fields.text("imageAlt"),
  imagePosition: fields.oneOf("imagePosition", positions),
  buttonText: fields.text("buttonText"),
  buttonHref: fields.text("buttonHref"),
});
