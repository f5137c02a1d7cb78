import { guessDelimiter, parseRows } from "@/lib/csv";

const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 6;
/** What no column is called. */
export const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface Sample {
  headers: string[];
  rows: string[][];
  /** The first line is a reader already, so no column has a name. */
  headless: boolean;
}

/** As the server reads it: UTF-16 by its mark, else UTF-8, or else what older spreadsheets write. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return new TextDecoder().decode(bytes, { stream: true }).includes("\uFFFD") ? "windows-1252" : "utf-8";
}

/** The first rows, read in the browser; the file itself is read by the server, row by row. */
export async function readSample(file: File): Promise<Sample> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true });
  const [headers, ...rows] = parseRows(text, SAMPLE_ROWS, guessDelimiter(text));
  if (!headers) throw new Error("This file is empty. Choose one with a subscriber on each line.");
  if (text.includes("\u0000")) throw new Error("This is not a text file. Save your list as CSV and choose that file.");
  const names = headers.map((header) => header.trim());
  return { headers: names, rows, headless: names.some((name) => ADDRESS.test(name)) };
}
