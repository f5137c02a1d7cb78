import { formatRate } from "@/lib/format";
import { type Sheet, show } from "./model";

/** One bar per row, by the first column; names and figures stand beside it in words. */
export function RowChart({ sheet, label }: { sheet: Sheet; label: string }) {
  const column = sheet.columns[0];
  // A share is shown as one of the whole, anything else beside the largest.
  const whole = column?.format === formatRate ? 100 : 0;
  const highest = Math.max(whole, ...sheet.data.map((row) => row.values[0] ?? 0));
  return (
    <ul aria-label={label} className="grid gap-3">
      {sheet.data.map((row) => (
        <li key={row.key} className="text-13">
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 truncate">{row.label}</span>
            <span className="figures font-medium">{show(column, row.values[0])}</span>
          </p>
          <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-raised">
            <div
              className="h-full rounded-full bg-accent"
              style={{ width: `${highest > 0 ? ((row.values[0] ?? 0) / highest) * 100 : 0}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
