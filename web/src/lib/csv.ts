/** Just enough CSV to show the first rows of a file before it is uploaded; the server reads the file itself. */

export function guessDelimiter(sample: string): string {
  const firstLine = (sample.split(/\r?\n/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (mark: string) => firstLine.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
}

export function parseRows(text: string, limit: number, delimiter = guessDelimiter(text)): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    if (row.some((cell) => cell.trim() !== "")) rows.push(row);
    row = [];
  };
  const clean = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < clean.length && rows.length < limit; at++) {
    const char = clean[at];
    if (quoted) {
      if (char !== '"') field += char;
      else if (clean[at + 1] === '"') {
        field += '"';
        at++;
      } else quoted = false;
    } else if (char === '"' && field === "") quoted = true;
    else if (char === delimiter) endField();
    else if (char === "\n") endRow();
    else if (char !== "\r") field += char;
  }
  if (rows.length < limit && (field !== "" || row.length > 0)) endRow();
  return rows;
}
