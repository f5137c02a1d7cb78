import { sanitize } from "@/email";
import type { Kind } from "@/email/sanitize";
import { withChips, withoutChips } from "./chips";

/** Mail programs give a paragraph without anything in it no height. */
const BLANK_LINE = /<p([^>]*)><br><\/p>/g;
const EMPTY_PARAGRAPH = /<p([^>]*)><\/p>/g;
/** An item's only paragraph would bring its own margin. */
const ITEM_PARAGRAPH = /<li([^>]*)><p>((?:(?!<\/?p[ >]).)*)<\/p>(?=<\/li>|<[uo]l[ >])/g;

/** Stored text as the editor takes it. */
export const toEditor = (content: string): string => withChips(content).replace(BLANK_LINE, "<p$1></p>");

/** What the editor puts out, as the document stores it. */
export const toStored = (html: string, kind: Kind): string =>
  sanitize(withoutChips(html.replace(ITEM_PARAGRAPH, "<li$1>$2").replace(EMPTY_PARAGRAPH, "<p$1><br></p>")), kind);
