export type CsvCell = string | number | null;

const RISKY = /^[=+\-@\t\r\0]/;

/** Numbers stay numbers; a text that a spreadsheet would take for a formula gets an apostrophe in front, as on the server. */
function cellOf(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = RISKY.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV that every spreadsheet reads alike: RFC 4180, with a byte order mark for the sake of the older ones. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}

/** A name that every file system takes. */
export const csvName = (title: string): string =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80)}.csv`;
