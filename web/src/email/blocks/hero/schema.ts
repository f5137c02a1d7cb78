import { defined, type Fields } from "../../parse-fields";
import { say } from "../../words";
import { newWords } from "../hero-words";
import type { Base } from "../kind";

export interface HeroBlock extends Base<"hero"> {
  title: string;
  subtitle?: string;
  description: string;
  buttonText?: string;
  buttonHref?: string;
}

export const make = () => ({ title: say.welcome, ...newWords });

export const read = (fields: Fields) =>
  defined<Omit<HeroBlock, "id" | "type" | "style">>({
    title: fields.text("title"),
    subtitle: fields.maybeText("subtitle"),
    description: fields.text("description"),
    buttonText: fields.maybeText("buttonText"),
    buttonHref: fields.maybeText("buttonHref"),
  });
