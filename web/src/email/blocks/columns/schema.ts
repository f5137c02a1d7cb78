import { defined, type Fields, MAX_VISITS } from "../../parse-fields";
import { say } from "../../words";
import type { Block } from "..";
import { type Base, MAX_COLUMNS } from "../kind";

export interface ColumnsBlock extends Base<"columns"> {
  /** 1 to 4 columns; none of their blocks is a columns block. */
  columns: Block[][];
  /** Percent of each column; equal when absent. */
  widths?: number[] | null;
  /** px between columns; 16 when absent. */
  gap?: number;
  /** Whether columns stand below one another on phones; true when absent. */
  stack?: boolean;
  verticalAlign?: "top" | "middle" | "bottom";
}

export const make = () => ({ columns: [[], []] });

export function read(fields: Fields): Omit<ColumnsBlock, "id" | "type" | "style"> {
  const value = fields.raw("columns");
  const readable = Array.isArray(value) && value.length > 0 ? value : null;
  if (!readable) fields.problem(say.theColumnsOfABlock);
  const columns: Block[][] = readable ? [] : [[], []];
  for (const [at, column] of (readable ?? []).slice(0, MAX_VISITS).entries()) {
    const blocks = Array.isArray(column) ? fields.blocks(column) : [];
    if (!Array.isArray(column)) fields.problem(say.aColumnThatCouldNot);
    if (at < MAX_COLUMNS) columns.push(blocks);
    else columns[MAX_COLUMNS - 1]?.push(...blocks);
  }
  if ((readable?.length ?? 0) > MAX_COLUMNS) fields.problem(say.aBlockHoldsAtMost(MAX_COLUMNS));
  return defined<Omit<ColumnsBlock, "id" | "type" | "style">>({
    columns,
    widths: readWidths(fields, columns.length),
    gap: fields.maybeNumber("gap"),
    stack: fields.maybeFlag("stack"),
    verticalAlign: fields.maybeOneOf("verticalAlign", ["top", "middle", "bottom"]),
  });
}

function readWidths(fields: Fields, count: number): number[] | null | undefined {
  const widths = fields.raw("widths");
  const fits =
    Array.isArray(widths) &&
    widths.length === count &&
    widths.every((width) => typeof width === "number" && Number.isFinite(width) && width > 0);
  if (widths !== undefined && widths !== null && !fits) fields.problem(say.widthsOfColumnsWereMade);
  return fits ? (widths as number[]) : widths === null ? null : undefined;
}

/** The patch that gives a columns block another number of columns and loses none of its blocks. */
export function columnCountPatch(block: ColumnsBlock, count: number) {
  const wanted = Math.min(Math.max(count, 1), MAX_COLUMNS);
  const kept = block.columns.slice(0, wanted);
  const last = kept.length - 1;
  const surplus = block.columns.slice(wanted).flat();
  if (surplus.length > 0) kept[last] = [...(kept[last] ?? []), ...surplus];
  while (kept.length < wanted) kept.push([]);
  return { columns: kept, widths: undefined };
}
