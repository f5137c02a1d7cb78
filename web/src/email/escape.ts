import { decodeHTML, decodeHTMLAttribute, decodeHTMLStrict } from "entities/decode";

/** Text between tags. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (c) => (c === "&" ? "&amp;" : c === "<" ? "&lt;" : "&gt;"));
}

/** The value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (c) => (c === "&" ? "&amp;" : c === "<" ? "&lt;" : c === ">" ? "&gt;" : "&quot;"));
}

/** Inside a conditional comment: nothing may end the comment. */
export const inComment = (html: string): string => html.replace(/--/g, "&#45;&#45;").replace(/]>/g, "]&gt;");

/** Character references as their characters, as browsers read them; unknown ones stay. */
export const decodeEntities = (text: string): string => (text.includes("&") ? decodeHTML(text) : text);

/** The same in an attribute, where `&copy=` and `&section` belong to an address (HTML §13.2.5.73). */
export const decodeAttribute = (value: string): string => (value.includes("&") ? decodeHTMLAttribute(value) : value);

/** Whether a reference such as `&eacute;` stands for a character. */
export const isReference = (text: string): boolean => decodeHTMLStrict(text) !== text;

/** The text of an HTML fragment, without its tags. */
export function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}
