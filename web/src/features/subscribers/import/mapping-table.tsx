import { attributeName, type Target } from "@/lib/csv-headers";
import { Select } from "@/ui/field";
import { say } from "../words";
import type { Sample } from "./sample";

const fixed: [Exclude<Target, null>, string][] = [
  ["email", say.email],
  ["first_name", say.firstName],
  ["last_name", say.lastName],
  ["name", say.fullName],
  ["tags", say.tags],
  ["subscribed_at", say.subscribedOn],
  ["status", say.statusKeepsUnsubscribes],
];

interface Props {
  sample: Sample;
  targets: Target[];
  onChange: (targets: Target[]) => void;
}

/** A fixed field belongs to one column only: giving it to one takes it from another. */
function assign(targets: Target[], column: number, target: Target): Target[] {
  return targets.map((now, index) => {
    if (index === column) return target;
    return target !== null && now === target ? null : now;
  });
}

function TargetSelect({
  header,
  column,
  target,
  onPick,
}: {
  header: string;
  column: number;
  target: Target;
  onPick: (target: Target) => void;
}) {
  const attribute = `attributes.${attributeName(header) || `column_${column + 1}`}`;
  return (
    <Select
      aria-label={say.meaningOfColumnColumn(header || column + 1)}
      value={target ?? ""}
      onChange={(event) => onPick((event.target.value || null) as Target)}
    >
      <option value="">{say.leaveOut}</option>
      {fixed.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      <option value={attribute}>{say.attributeNamed(attribute.slice("attributes.".length))}</option>
    </Select>
  );
}

/** One line per column of the file: its name, its first values, and what it means. */
export function MappingTable({ sample, targets, onChange }: Props) {
  return (
    <table className="w-full table-fixed text-13">
      <caption className="sr-only">{say.matchYourColumns}</caption>
      <thead className="text-left text-12 text-muted">
        <tr>
          <th className="pb-2 sm:w-[26%] font-normal">{say.column}</th>
          <th className="pb-2 font-normal max-sm:hidden">{say.firstValues}</th>
          <th className="w-[52%] pb-2 font-normal sm:w-52">{say.importAs}</th>
        </tr>
      </thead>
      <tbody>
        {sample.headers.map((header, column) => {
          const rows = sample.headless ? [sample.headers, ...sample.rows] : sample.rows;
          const values = rows.map((row) => row[column] ?? "").filter((value) => value.trim() !== "");
          const name = sample.headless ? "" : header;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move and their names may repeat
            <tr key={column} className="border-line border-t">
              <td className="truncate py-2 pr-3 font-medium">
                {name || say.columnColumn(column + 1)}
                <span className="block truncate font-normal text-12 text-muted sm:hidden">{values[0]}</span>
              </td>
              <td className="truncate py-2 pr-3 text-muted max-sm:hidden" title={values.join("\n")}>
                {values.slice(0, 3).join(" · ") || say.empty}
              </td>
              <td className="py-2">
                <TargetSelect
                  header={name}
                  column={column}
                  target={targets[column] ?? null}
                  onPick={(target) => onChange(assign(targets, column, target))}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
