import type { Fields } from "../../parse-fields";
import type { Base } from "../kind";

export interface SpacerBlock extends Base<"spacer"> {
  /** px. */
  height: number;
}

export const make = () => ({ height: 24 });

export const read = (fields: Fields) => ({ height: fields.number("height") });
