import { guessDelimiter, parseRows } from "@/lib/csv";

const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 6;

export interface Sample {
  headers: string[];
  rows: string[][];
}

/** The first rows, read in the browser; the file itself is read by the server, row by row. */
export async function readSample(file: File): Promise<Sample> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const text = new TextDecoder("utf-8").decode(bytes, { stream: true });
  const [headers, ...rows] = parseRows(text, SAMPLE_ROWS, guessDelimiter(text));
  if (!headers) throw new Error("This file is empty. It needs a first line with the names of the columns.");
  if (text.includes("\u0000")) throw new Error("This is not a text file. Save your list as CSV and choose that file.");
  return { headers: headers.map((header) => header.trim()), rows };
}
