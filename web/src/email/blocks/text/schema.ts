import type { Fields } from "../../parse-fields";
import type { Base } from "../kind";

export interface TextBlock extends Base<"text"> {
  /** HTML: paragraphs, lists, quotes, headings, code; may hold merge tags. */
  content: string;
}

export const make = () => ({ content: "<p>Write something your readers will want to read.</p>" });

export const read = (fields: Fields) => ({ content: fields.text("content") });
