/** What stands in a line of its own: white space beside it is not shown. A `div` may be a column, beside which it is. */
const OWN = "html|head|body|meta|title|style|table|tbody|tr|td|th|p|h[1-6]|ul|ol|li|blockquote";

const between = new RegExp(
  `(<!doctype[^>]*>|<!\\[endif\\]-->|</?(?:${OWN})\\b[^>]*>)(?=<(?:!--\\[if|/?(?:${OWN})\\b))`,
  "gi",
);

/** HTML that was made in one line, to be read and mended by hand: each of its parts in a line, shown as it was. */
export const inLines = (html: string): string => html.replace(between, "$1\n");
