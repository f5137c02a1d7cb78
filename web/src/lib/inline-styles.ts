// The page's policy forbids style attributes in HTML that is parsed, wherever it is parsed; setting the very same styles
// by script is allowed. So they are parsed under another name, and set afterwards.

const HELD = "data-held-style";
const STYLE_ELEMENT = /<style\b[\s\S]*?(?:<\/style\s*>|$)/gi;
const TAG = /<[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;

const rename = (tag: string) =>
  tag.replace(ATTRIBUTE, (whole, name: string, value: string | undefined) =>
    value && name.toLowerCase() === "style" ? `${HELD}${value}` : whole,
  );

/** HTML whose style attributes wait under another name; style elements are left out. */
export const holdStyles = (html: string) => html.replace(STYLE_ELEMENT, "").replace(TAG, rename);

/** Gives what was parsed from held HTML its styles. */
export function setStyles(root: ParentNode) {
  for (const element of root.querySelectorAll<HTMLElement>(`[${HELD}]`)) {
    element.style.cssText = element.getAttribute(HELD) ?? "";
    element.removeAttribute(HELD);
  }
}

/** Parsed, inert, and with its styles. */
export function parseStyled(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(`<body>${holdStyles(html)}</body>`, "text/html");
  setStyles(body);
  return body;
}
