import { cn } from "@/lib/cn";
import { type Sheet, show } from "./model";

interface Props {
  sheet: Sheet;
  label: string;
}

/** The figures of a chart in rows and columns. */
export function FigureTable({ sheet, label }: Props) {
  return (
    <table className="figures w-full text-13">
      <caption className="sr-only">{label}</caption>
      <thead className="sticky top-0 bg-surface text-left text-12 text-muted print:static">
        <tr>
          <th scope="col" className="py-1.5 pr-2 font-normal">
            {sheet.rows}
          </th>
          {sheet.columns.map((column) => (
            <th key={column.label} scope="col" className="py-1.5 pl-2 text-right font-normal">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.data.map((row) => (
          <tr key={row.key} className="border-line border-t">
            <th scope="row" className="break-words py-1.5 pr-2 text-left font-normal">
              {row.label}
            </th>
            {sheet.columns.map((column, at) => (
              <td key={column.label} className={cn("py-1.5 pl-2 text-right", at > 0 && "text-muted")}>
                {show(column, row.values[at])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
