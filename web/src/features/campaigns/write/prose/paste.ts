import { withChips } from "@/editor/richtext/chips";
import { htmlToBlocks, sanitize } from "@/email";
import { kindOf } from "@/email/blocks";
import { escapeAttribute } from "@/email/escape";
import { listsOf } from "@/email/nesting";
import type { Block } from "@/email/types";
import { PART_ATTRIBUTE } from "./nodes";

const lineOf = (block: Block): string => {
  const { inText } = kindOf(block);
  if (inText) return withChips(sanitize(inText(block, "rich"), "rich"));
  return `<div ${PART_ATTRIBUTE}="${escapeAttribute(JSON.stringify(block))}"></div>`;
};

/**
 * HTML from word processors and pages as a mail may have it, its pictures, buttons and lines as parts. What comes from one
 * of our own texts is let through: the schema takes only what it knows. Pictures that are on no web server are left out.
 */
export function cleanMailPaste(html: string, onLost: () => void): string {
  if (html.includes("data-pm-slice")) return html;
  const blocks = htmlToBlocks(html).flatMap((block) => listsOf(block)?.flat() ?? [block]);
  const pictures = html.match(/<img\b/gi)?.length ?? 0;
  if (blocks.filter(({ type }) => type === "image").length < pictures) onLost();
  return blocks.map(lineOf).join("");
}

/** Whether there is nothing to read in some HTML: browsers put a picture beside its own file. */
export const hasNoWords = (html: string): boolean =>
  html.replace(/<!--[\s\S]*?-->|<(style|title)\b[\s\S]*?<\/\1>|<[^>]*>|&nbsp;|\s/gi, "") === "";
