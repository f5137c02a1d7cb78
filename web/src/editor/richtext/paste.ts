import { htmlToBlocks, sanitize } from "@/email";
import type { Block } from "@/email/types";
import { escapeText, withChips } from "./chips";

/**
 * HTML from word processors and pages as this text may have it; pictures are left out and told of. What comes from one
 * of our own texts is let through: the schema takes only what it knows.
 */
export function cleanPaste(html: string, kind: "inline" | "rich", onPictures: () => void): string {
  if (html.includes("data-pm-slice")) return html;
  const blocks = htmlToBlocks(html).flatMap((block) => (block.type === "columns" ? block.columns.flat() : [block]));
  if (blocks.some(({ type }) => type === "image")) onPictures();
  return withChips(sanitize(blocks.map((block) => htmlOf(block, kind)).join(kind === "inline" ? " " : ""), kind));
}

function htmlOf(block: Block, kind: "inline" | "rich"): string {
  const paragraph = (content: string) => (kind === "inline" ? content : `<p>${content}</p>`);
  switch (block.type) {
    case "text":
      return kind === "inline" ? block.content.replace(/<\/(p|li|h\d)>/g, " ") : block.content;
    case "heading":
      return kind === "inline" ? block.content : `<h${block.level}>${block.content}</h${block.level}>`;
    case "button":
      return paragraph(`<a href="${escapeText(block.href).replaceAll('"', "&quot;")}">${escapeText(block.text)}</a>`);
    default:
      return "";
  }
}
