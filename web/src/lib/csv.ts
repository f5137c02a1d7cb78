/** Just enough CSV to show the first rows of a file before it is uploaded; the server reads the file itself. */

export function guessDelimiter(sample: string): string {
  const firstLine = sample.split(/\r?\n/, 1)[0] ?? "";
  const count = (mark: string) => firstLine.split(mark).length;
  return [",", ";", "\t", "|"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
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

export type Target = "email" | "first_name" | "last_name" | "tags" | `attributes.${string}` | null;

const NAMES: Record<string, Target> = {
  email: "email",
  emailaddress: "email",
  mail: "email",
  address: "email",
  subscriberemail: "email",
  firstname: "first_name",
  first: "first_name",
  givenname: "first_name",
  name: "first_name",
  lastname: "last_name",
  last: "last_name",
  surname: "last_name",
  familyname: "last_name",
  tags: "tags",
  tag: "tags",
  labels: "tags",
};

/** Columns the export writes that an import must not turn into attributes. */
const OURS = new Set(["id", "status", "subscribedat", "unsubscribedat", "createdat", "updatedat"]);

const bare = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export function attributeName(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/^attributes?[._ ]+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** What each header most likely means; each of the fixed fields is taken once. */
export function recogniseHeaders(headers: string[]): Target[] {
  const taken = new Set<string>();
  return headers.map((header): Target => {
    const known = NAMES[bare(header)];
    if (known && !taken.has(known)) {
      taken.add(known);
      return known;
    }
    if (OURS.has(bare(header))) return null;
    const name = attributeName(header);
    return name === "" ? null : `attributes.${name}`;
  });
}
