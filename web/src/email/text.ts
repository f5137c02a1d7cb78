import { kindOf } from "./blocks";
import { restore } from "./text/lines";
import type { Block, EmailDocument } from "./types";

/** The mail for those who read no HTML. Programs that judge mails look for it as well. */

const parts = (block: Block): string[] => kindOf(block).text(block, parts);

/** The plain-text alternative of a mail. */
export function renderText(document: EmailDocument): string {
  const text = document.blocks.flatMap(parts).filter(Boolean).join("\n\n");
  return text ? `${restore(text)}\n` : "";
}
