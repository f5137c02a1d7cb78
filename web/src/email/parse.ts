import { blankDocument, createBlock, isBlockType } from "./factory";
import { defined, Fields, isObject, MAX_VISITS, Reading, read } from "./parse-fields";
import { defaultTheme } from "./theme";
import type { Block, BlockStyle, BlockType, ColumnsBlock, EmailDocument, HeadingLevel, ThemeOverrides } from "./types";

/**
 * Reads what came from a file, the clipboard or an older version. Nothing in it is trusted; what cannot be read is left
 * out, and the author is told in a sentence.
 */

const MAX_COLUMNS = 4;
/** Columns within columns are taken apart; deeper than this nobody has nested them by hand. */
const MAX_DEPTH = 12;

export interface Parsed {
  document: EmailDocument;
  /** What was left out or replaced, one sentence each. */
  problems: string[];
}

const levels: readonly HeadingLevel[] = [1, 2, 3, 4, 5, 6];

function readColumns(fields: Fields, base: { id: string; style?: BlockStyle }, source: object, reading: Reading) {
  const value = read(source, "columns");
  const readable = Array.isArray(value) && value.length > 0 ? value : null;
  if (!readable) reading.problem("The columns of a block could not be read; it has two empty ones now.");
  const columns: Block[][] = readable ? [] : [[], []];
  for (const [at, column] of (readable ?? []).slice(0, MAX_VISITS).entries()) {
    const blocks = Array.isArray(column) ? readBlocks(column, reading, 1) : [];
    if (!Array.isArray(column)) reading.problem("A column that could not be read was left empty.");
    if (at < MAX_COLUMNS) columns.push(blocks);
    else columns[MAX_COLUMNS - 1]?.push(...blocks);
  }
  if ((readable?.length ?? 0) > MAX_COLUMNS)
    reading.problem(`A block holds at most ${MAX_COLUMNS} columns; what stood further right is below the last one.`);
  const widths = read(source, "widths");
  const fits =
    Array.isArray(widths) &&
    widths.length === columns.length &&
    widths.every((width) => typeof width === "number" && Number.isFinite(width) && width > 0);
  if (widths !== undefined && widths !== null && !fits) reading.problem("Widths of columns were made equal.");
  return defined<ColumnsBlock>({
    ...base,
    type: "columns",
    columns,
    widths: fits ? (widths as number[]) : widths === null ? null : undefined,
    gap: fields.maybeNumber("gap"),
    stack: fields.maybeFlag("stack"),
    verticalAlign: fields.maybeOneOf("verticalAlign", ["top", "middle", "bottom"]),
  });
}

function readBlock(source: object, type: BlockType, reading: Reading): Block {
  const fields = new Fields(source, createBlock(type), type, reading);
  const base = defined({ id: reading.id(read(source, "id")), style: fields.style() });
  reading.counted();
  switch (type) {
    case "heading":
      return { ...base, type, content: fields.text("content"), level: fields.oneOf("level", levels) };
    case "text":
      return { ...base, type, content: fields.text("content") };
    case "image":
      return defined({
        ...base,
        type,
        src: fields.text("src"),
        alt: fields.text("alt"),
        width: fields.size("width"),
        height: fields.size("height"),
        href: fields.maybeText("href"),
        decorative: fields.maybeFlag("decorative"),
      });
    case "button":
      return defined({
        ...base,
        type,
        text: fields.text("text"),
        href: fields.text("href"),
        variant: fields.oneOf("variant", ["primary", "secondary", "outline"]),
        width: fields.size("width"),
        fullWidth: fields.maybeFlag("fullWidth"),
      });
    case "divider":
      return { ...base, type, thickness: fields.number("thickness") };
    case "spacer":
      return { ...base, type, height: fields.number("height") };
    case "columns":
      return readColumns(fields, base, source, reading);
    case "social":
      return defined({
        ...base,
        type,
        platforms: fields.platforms(),
        display: fields.maybeOneOf("display", ["emoji", "names", "both"]),
      });
    case "hero":
      return defined({
        ...base,
        type,
        title: fields.text("title"),
        subtitle: fields.maybeText("subtitle"),
        description: fields.text("description"),
        buttonText: fields.maybeText("buttonText"),
        buttonHref: fields.maybeText("buttonHref"),
      });
    case "hero-image":
      return {
        ...base,
        type,
        title: fields.text("title"),
        subtitle: fields.text("subtitle"),
        description: fields.text("description"),
        imageSrc: fields.text("imageSrc"),
        imageAlt: fields.text("imageAlt"),
        imagePosition: fields.oneOf("imagePosition", ["left", "right"]),
        buttonText: fields.text("buttonText"),
        buttonHref: fields.text("buttonHref"),
      };
  }
}

/** `depth` is 0 for the mail itself and more inside columns, where further columns are taken apart. */
function readBlocks(list: unknown[], reading: Reading, depth: number): Block[] {
  const out: Block[] = [];
  for (const entry of list) {
    if (!reading.visit()) break;
    const type = isObject(entry) ? read(entry, "type") : undefined;
    if (!isObject(entry) || typeof type !== "string") reading.problem("An entry that is no block was left out.");
    else if (!isBlockType(type)) reading.problem(`A block of the unknown type “${type.slice(0, 40)}” was left out.`);
    else if (type === "columns" && depth > 0) {
      reading.problem("Columns within columns were put one below another.");
      const columns = read(entry, "columns");
      if (depth > MAX_DEPTH) reading.problem("Columns nested too deep were left out.");
      else if (Array.isArray(columns))
        for (const column of columns) {
          if (!reading.visit()) break;
          if (Array.isArray(column)) out.push(...readBlocks(column, reading, depth + 1));
        }
    } else out.push(readBlock(entry, type, reading));
  }
  return out;
}

function readTheme(value: unknown, reading: Reading): ThemeOverrides {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return matching(defaultTheme, value, reading) as ThemeOverrides;
  reading.problem("The design could not be read; the standard one is used.");
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
    else reading.problem(`“${key}” of the design could not be read and was left out.`);
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
      else if (value !== undefined && value !== null) reading.problem(`The ${key} could not be read.`);
    }
    const blocks = read(json, "blocks");
    if (Array.isArray(blocks)) document.blocks = readBlocks(blocks, reading, 0);
    else reading.problem("It holds no list of blocks.");
    document.theme = readTheme(read(json, "theme"), reading);
  } else reading.problem("This is no mail.");
  return { document, problems: reading.problems };
}

/** Blocks from the clipboard: a list, one block, or a document. Never throws. */
export function parseBlocks(json: unknown): { blocks: Block[]; problems: string[] } {
  const list = isObject(json) && typeof read(json, "type") === "string" ? [json] : json;
  const { document, problems } = parseDocument(list);
  return { blocks: document.blocks, problems };
}
