import { whole } from "../css";
import { type Context, mso, table } from "./context";

/** Parts of a row that stand side by side, and below one another on phones. */

export interface ColumnBox {
  /** px of what the column holds. */
  content: number;
  /** px around it, towards its neighbours. */
  left: number;
  right: number;
}

interface Shares {
  count: number;
  /** Percent of each; equal when absent. */
  widths?: number[] | null | undefined;
  gap?: number | undefined;
}

/** How columns share what room there is. */
export function columnBoxes({ count, widths, gap: wanted }: Shares, width: number): ColumnBox[] {
  const gap = whole(wanted, 0, 100, 16);
  const own = widths?.length === count ? widths : null;
  const total = own?.reduce((sum, value) => sum + value, 0) || 100;
  const equal = Math.floor(100 / count);
  const room = width - gap * (count - 1);
  return Array.from({ length: count }, (_, at) => {
    const percent = own ? ((own[at] ?? equal) / total) * 100 : equal;
    return {
      content: Math.max(20, Math.floor((room * percent) / 100)),
      left: at === 0 ? 0 : gap / 2,
      right: at === count - 1 ? 0 : gap / 2,
    };
  });
}

/** A column's padding towards its neighbours, and px below it. */
export const columnGaps = (ctx: Context, { left, right }: Omit<ColumnBox, "content">, below: string): string =>
  ctx.theme.dir === "rtl" ? `0 ${left}px ${below} ${right}px` : `0 ${right}px ${below} ${left}px`;

export interface Cell {
  inner: string;
  /** px with its gaps. */
  outer: number;
}

/** Cells that stand below one another where there is no room for them. */
export function stacking(ctx: Context, cells: Cell[], valign: string): string {
  const dir = ctx.theme.dir === "rtl" ? ' dir="rtl"' : "";
  const parts = cells.map(({ inner, outer }, at) => {
    const open = mso(ctx, `${at === 0 ? `<${table}${dir}><tr>` : "</td>"}<td width="${outer}" valign="${valign}">`);
    return `${open}<div class="s" style="display:inline-block;width:100%;max-width:${outer}px;vertical-align:${valign}">${inner}</div>`;
  });
  return parts.join("") + mso(ctx, "</td></tr></table>");
}
