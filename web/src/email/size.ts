import { listsOf } from "./nesting";
import { cleanTheme, innerWidth } from "./render/context";
import { contextOf, renderRow } from "./render/document";
import type { Block, EmailDocument } from "./types";

/** From here on Gmail hides the rest of a mail behind a link, and with it the way to unsubscribe. */
export const GMAIL_CLIP = 102 * 1024;

const encoder = new TextEncoder();

/** What it weighs when it is sent (UTF-8). */
export const byteLength = (html: string): number => encoder.encode(html).length;

/** What each block adds to the mail, those in columns as well; they count for their columns again. */
export function bytesByBlock(document: EmailDocument): Map<string, number> {
  const theme = cleanTheme(document.theme);
  const ctx = contextOf(theme, false);
  const out = new Map<string, number>();
  const measure = (block: Block, width: number) => {
    out.set(block.id, byteLength(renderRow(ctx, block, width)));
    const lists = listsOf(block) ?? [];
    const part = Math.max(40, Math.floor(width / Math.max(1, lists.length)));
    for (const child of lists.flat()) measure(child, part);
  };
  for (const block of document.blocks) measure(block, innerWidth(theme));
  return out;
}
