import { defined, type Fields } from "../../parse-fields";
import type { ButtonVariant } from "../../types";
import { say } from "../../words";
import type { Base } from "../kind";

export interface ButtonBlock extends Base<"button"> {
  text: string;
  href: string;
  variant: ButtonVariant;
  /** px; measured from the text when absent. */
  width?: number | null;
  fullWidth?: boolean;
}

export const make = () => ({ text: say.clickHere, href: "#", variant: "primary" as const });

const variants: readonly ButtonVariant[] = ["primary", "secondary", "outline"];

export const read = (fields: Fields) =>
  defined<Omit<ButtonBlock, "id" | "type" | "style">>({
    text: fields.text("text"),
    href: fields.text("href"),
    variant: fields.oneOf("variant", variants),
    width: fields.size("width"),
    fullWidth: fields.maybeFlag("fullWidth"),
  });
