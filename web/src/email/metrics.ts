/**
 * How wide a text is, so that a button has one width everywhere: mail programs that draw it from HTML and Outlook, which
 * draws a shape of a given width. Advance widths are those of Helvetica and its bold (Adobe Font Metrics), in 1/1000 em.
 */

const regular =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    .split(" ")
    .map(Number);
const bold =
  "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
    .split(" ")
    .map(Number);

/**
 * What other fonts' letters take, from Helvetica's: a share of it and so much more, for it is narrow letters that differ.
 * At the upper edge of their common letters, since a button that is a little too wide is better than one of two lines.
 */
function shapeOf(fontFamily: string): { share: number; more: number } {
  const first = fontFamily.split(",")[0]?.replaceAll("'", "").trim().toLowerCase() ?? "";
  if (first.includes("verdana")) return { share: 1.08, more: 70 };
  if (/courier|mono|consolas|menlo/.test(first)) return { share: 0, more: 602 };
  if (first.includes("georgia")) return { share: 0.95, more: 95 };
  if (first.includes("times")) return { share: 0.8, more: 105 };
  if (/trebuchet|tahoma/.test(first)) return { share: 0.98, more: 45 };
  return { share: 1, more: 0 };
}

/** Letters that the table does not have: Latin ones about as wide as its capitals, others an em, emoji more. */
const unknown = (code: number): number => (code < 0x250 ? 667 : code < 0x1f000 ? 1000 : 1370);

/** Joins and variants, which take no room. */
const isInvisible = (code: number) =>
  (code >= 0x300 && code < 0x370) || code === 0x200d || (code >= 0xfe00 && code < 0xfe10);

/** px, never less than the text takes. */
export function textWidth(text: string, fontSize: number, isBold: boolean, fontFamily: string): number {
  const table = isBold ? bold : regular;
  const { share, more } = shapeOf(fontFamily);
  let units = 0;
  for (const letter of text.normalize("NFD")) {
    const code = letter.codePointAt(0) ?? 0;
    if (isInvisible(code)) continue;
    const width = table[code - 32];
    units += width === undefined ? unknown(code) : width * share + more;
  }
  return Math.ceil((units / 1000) * fontSize);
}
