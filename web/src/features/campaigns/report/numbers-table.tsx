import type { ReactNode } from "react";

interface Line {
  key: string | number;
  head: ReactNode;
  values: string[];
}

interface Props {
  label: string;
  head: string;
  columns: string[];
  rows: Line[];
}

/** Names with figures; on a phone the figures stand under their name, each with its label. */
export function NumbersTable({ label, head, columns, rows }: Props) {
  return (
    <table className="figures w-full text-13 max-sm:block">
      <caption className="sr-only">{label}</caption>
      <thead className="text-left text-12 text-muted max-sm:sr-only">
        <tr className="h-9">
          <th scope="col" className="pr-3 pl-5 font-normal">
            {head}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-3 text-right font-normal last:pr-5">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={row.key}
            className="border-line border-t align-top max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:px-5 max-sm:py-2.5"
          >
            <th scope="row" className="min-w-0 py-2.5 pr-3 pl-5 text-left font-normal max-sm:basis-full max-sm:p-0">
              {row.head}
            </th>
            {columns.map((column, at) => (
              <td
                key={column}
                data-label={column}
                className="px-3 py-2.5 text-right last:pr-5 max-sm:p-0 max-sm:pt-1 max-sm:text-12 max-sm:before:mr-1 max-sm:before:text-muted max-sm:before:content-[attr(data-label)] max-sm:last:pr-0"
              >
                {row.values[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
