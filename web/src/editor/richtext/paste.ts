import { htmlToBlocks, sanitize } from "@/email";
import { kindOf } from "@/email/blocks";
import { listsOf } from "@/email/nesting";
import { hasPicture } from "@/email/texts";
import { withChips } from "./chips";

/**
 * HTML from word processors and pages as this text may have it; pictures are left out and told of. What comes from one
 * of our own texts is let through: the schema takes only what it knows.
 */
export function cleanPaste(html: string, kind: "inline" | "rich", onPictures: () => void): string {
  if (html.includes("data-pm-slice")) return html;
  const blocks = htmlToBlocks(html).flatMap((block) => listsOf(block)?.flat() ?? [block]);
  if (blocks.some(hasPicture)) onPictures();
  const parts = blocks.map((block) => kindOf(block).inText?.(block, kind) ?? "");
  return withChips(sanitize(parts.join(kind === "inline" ? " " : ""), kind));
}
