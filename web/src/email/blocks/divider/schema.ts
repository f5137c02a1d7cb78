import type { Fields } from "../../parse-fields";
import type { Base } from "../kind";

export interface DividerBlock extends Base<"divider"> {
  /** px, 1 to 10. `style.color` is the line's colour. */
  thickness: number;
}

export const lineColor = "#e0e0e0";

export const make = () => ({ thickness: 1, style: { color: lineColor } });

export const read = (fields: Fields) => ({ thickness: fields.number("thickness") });
