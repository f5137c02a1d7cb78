import type { CsvCell } from "@/lib/csv-write";
import { formatNumber, formatRate } from "@/lib/format";

export interface Column {
  label: string;
  /** How a figure is shown; a count unless it is said. */
  format?: (value: number) => string;
}

export interface Row {
  /** As it stands in the CSV: a date, an hour, an address. */
  key: string;
  /** As it is shown. */
  label: string;
  /** One per column; null where there is no figure. */
  values: (number | null)[];
  /** What a value belongs to when that is not the row's label, such as the day before. */
  notes?: (string | null)[];
}

/** Figures with their names: the one source of a chart, its table and its CSV, so that they can't differ. */
export interface Sheet {
  /** Heading of the rows' names. */
  rows: string;
  columns: Column[];
  data: Row[];
}

export const percent = (label: string): Column => ({ label, format: formatRate });

/** A figure as people read it; a dash where there is none. */
export function show(column: Column | undefined, value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return (column?.format ?? formatNumber)(value);
}

export function csvRows({ rows, columns, data }: Sheet): CsvCell[][] {
  return [[rows, ...columns.map((column) => column.label)], ...data.map((row) => [row.key, ...row.values])];
}

/** What a screen reader says at one place of a chart. */
export function describe(sheet: Sheet, row: Row, drawn: number): string {
  const parts = sheet.columns
    .slice(0, drawn)
    .map((column, at) => `${column.label} ${show(column, row.values[at])}`)
    .join(", ");
  return `${row.label}: ${parts}`;
}

/** A round upper end for the scale, such that its halves are round too. */
export function niceTop(highest: number): number {
  if (highest <= 4) return 4;
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  for (const step of [1, 2, 4, 5, 6, 8, 10]) {
    if (step * magnitude >= highest) return step * magnitude;
  }
  return 10 * magnitude;
}

export interface Scale {
  bottom: number;
  top: number;
}

/**
 * From zero up; `near` begins close below the figures instead, for a stock such as all subscribers, in which what comes
 * and goes would else be flat.
 */
export function scaleOf(values: number[], near = false): Scale {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(highest, ...values);
  if (!near || lowest <= 0) return { bottom: 0, top: niceTop(highest) };
  const step = niceTop(Math.max(1, highest - lowest)) / 2;
  const bottom = Math.floor(lowest / step) * step;
  const reach = Math.max(1, Math.ceil((highest - bottom) / step / 2)) * 2;
  return { bottom, top: bottom + reach * step };
}

export function linePath(values: number[], x: (index: number) => number, y: (value: number) => number): string {
  return values
    .map((value, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
}

/** The first place, the middle and the last: few enough for a phone. */
export function ticks(count: number): number[] {
  const last = count - 1;
  return [...new Set([0, Math.round(last / 2), last])].filter((index) => index >= 0 && index < count);
}
