import type { ColumnsBlock } from "./schema";

/** Percent that a column keeps at least. */
export const MIN_WIDTH = 10;

/** Equal widths that add to 100: what is left over goes to the first columns. */
export function evenWidths(count: number): number[] {
  const each = Math.floor(100 / count);
  return Array.from({ length: count }, (_, at) => each + (at < 100 - each * count ? 1 : 0));
}

/** The widths of a block as whole percents that add to 100. */
export function widthsOf({ columns, widths }: ColumnsBlock): number[] {
  const count = columns.length;
  const total = widths?.reduce((sum, width) => sum + width, 0) ?? 0;
  if (widths?.length !== count || total <= 0) return evenWidths(count);
  return balance(
    widths.map((width) => Math.max(Math.round((width / total) * 100), 1)),
    0,
  );
}

/** One column gets a new width; the others share the rest as they did before. */
export function shiftWidths(widths: readonly number[], at: number, width: number): number[] {
  const others = widths.length - 1;
  const own = Math.min(Math.max(Math.round(width), MIN_WIDTH), 100 - MIN_WIDTH * others);
  const before = 100 - (widths[at] ?? 0);
  const rest = 100 - own;
  const next = widths.map((old, index) =>
    index === at ? own : Math.max(Math.round(before > 0 ? (old / before) * rest : rest / others), MIN_WIDTH),
  );
  return balance(next, at);
}

/** Takes what rounding left over from the widest columns, or gives it to them; never from the one that was set. */
function balance(widths: number[], fixed: number): number[] {
  const next = [...widths];
  let missing = 100 - next.reduce((sum, width) => sum + width, 0);
  while (missing !== 0) {
    const order = next.map((_, at) => at).filter((at) => at !== fixed || next.length === 1);
    const widest = order.reduce((best, at) => ((next[at] ?? 0) > (next[best] ?? 0) ? at : best), order[0] ?? 0);
    next[widest] = (next[widest] ?? 0) + Math.sign(missing);
    missing -= Math.sign(missing);
  }
  return next;
}
