import { kindOf } from "./blocks";
import { blankDocument, createBlock, isBlockType } from "./factory";
import { holdsBlocks } from "./nesting";
import { defined, Fields, isObject, Reading, read } from "./parse-fields";
import { defaultTheme } from "./theme";
import type { Block, BlockType, EmailDocument, ThemeOverrides } from "./types";
import { say } from "./words";

/**
 * Reads what came from a file, the clipboard or an older version. Nothing in it is trusted; what cannot be read is left
 * out, and the author is told in a sentence.
 */

/** Columns within columns are taken apart; deeper than this nobody has nested them by hand. */
const MAX_DEPTH = 12;

export interface Parsed {
  document: EmailDocument;
  /** What was left out or replaced, one sentence each. */
  problems: string[];
}

function readBlock(source: object, type: BlockType, reading: Reading): Block {
  const inner = (list: unknown[]) => readBlocks(list, reading, 1);
  const fields = new Fields(source, createBlock(type), type, reading, inner);
  const base = defined({ id: reading.id(read(source, "id")), style: fields.style() });
  reading.counted();
  return { ...base, type, ...kindOf({ type }).read(fields) } as Block;
}

/** `depth` is 0 for the mail itself and more inside columns, where further columns are taken apart. */
function readBlocks(list: unknown[], reading: Reading, depth: number): Block[] {
  const out: Block[] = [];
  for (const entry of list) {
    if (!reading.visit()) break;
    const type = isObject(entry) ? read(entry, "type") : undefined;
    if (!isObject(entry) || typeof type !== "string") reading.problem(say.anEntryThatIsNo);
    else if (!isBlockType(type)) reading.problem(say.aBlockOfTheUnknown(type.slice(0, 40)));
    else if (depth > 0 && holdsBlocks({ type })) {
      reading.problem(say.columnsWithinColumnsWerePut);
      if (depth > MAX_DEPTH) reading.problem(say.columnsNestedTooDeepWere);
      else out.push(...readInside(entry, type, reading, depth));
    } else out.push(readBlock(entry, type, reading));
  }
  return out;
}

/** What stands in columns that may not stand where they are. */
function readInside(entry: object, type: BlockType, reading: Reading, depth: number): Block[] {
  const columns = read(entry, kindOf({ type }).holds?.key ?? "");
  const out: Block[] = [];
  if (!Array.isArray(columns)) return out;
  for (const column of columns) {
    if (!reading.visit()) break;
    if (Array.isArray(column)) out.push(...readBlocks(column, reading, depth + 1));
  }
  return out;
}

function readTheme(value: unknown, reading: Reading): ThemeOverrides {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return matching(defaultTheme, value, reading) as ThemeOverrides;
  reading.problem(say.theDesignCouldNotBe);
  return {};
}

function matching(defaults: object, values: object, reading: Reading): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, standard] of Object.entries(defaults)) {
    const value = read(values, key);
    if (value === undefined) continue;
    if (isObject(standard) && isObject(value)) out[key] = matching(standard, value, reading);
    else if (
      typeof value === typeof standard &&
      !isObject(standard) &&
      (typeof value !== "number" || Number.isFinite(value)) &&
      (typeof value !== "string" || value.length <= 500) &&
      (key !== "dir" || value === "ltr" || value === "rtl")
    )
      out[key] = value;
    else reading.problem(say.keyOfTheDesignCould(key));
  }
  return out;
}

/** A document from a file or the API, or a bare list of blocks. Never throws. */
export function parseDocument(json: unknown): Parsed {
  const reading = new Reading();
  const document = blankDocument();
  if (Array.isArray(json)) document.blocks = readBlocks(json, reading, 0);
  else if (isObject(json)) {
    for (const key of ["name", "subject", "preheader"] as const) {
      const value = read(json, key);
      if (typeof value === "string") document[key] = value.slice(0, 1000);
      else if (value !== undefined && value !== null) reading.problem(say.theKeyCouldNotBe(key));
    }
    const blocks = read(json, "blocks");
    if (Array.isArray(blocks)) document.blocks = readBlocks(blocks, reading, 0);
    else reading.problem(say.itHoldsNoListOf);
    document.theme = readTheme(read(json, "theme"), reading);
  } else reading.problem(say.thisIsNoMail);
  return { document, problems: reading.problems };
}

/** Blocks from the clipboard: a list, one block, or a document. Never throws. */
export function parseBlocks(json: unknown): { blocks: Block[]; problems: string[] } {
  const list = isObject(json) && typeof read(json, "type") === "string" ? [json] : json;
  const { document, problems } = parseDocument(list);
  return { blocks: document.blocks, problems };
}
