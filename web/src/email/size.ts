import { cleanTheme, innerWidth } from "./render/context";
import { renderBlock } from "./render/document";
import type { Block, EmailDocument } from "./types";

/** Gmail cuts a mail off behind so many bytes, and the unsubscribe link with what follows. */
export const GMAIL_CLIP = 102 * 1024;

const encoder = new TextEncoder();

/** As it travels: UTF-8, not characters. */
export const byteLength = (html: string): number => encoder.encode(html).length;

/** What each block adds to the mail, children with those that hold them and on their own. */
export function bytesByBlock(document: EmailDocument): Map<string, number> {
  const theme = cleanTheme(document.theme);
  const width = innerWidth(theme);
  const sizes = new Map<string, number>();
  const measure = (block: Block) => {
    sizes.set(block.id, byteLength(renderBlock(block, theme, width)));
    if (block.type === "columns") block.columns.flat().forEach(measure);
  };
  document.blocks.forEach(measure);
  return sizes;
}
