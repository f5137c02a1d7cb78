import { useMemo, useState } from "react";
import type { OverviewDay } from "@/api/overview";
import { formatNumber } from "@/lib/format";
import { ChartCard } from "@/ui/chart/chart-card";
import { Select } from "@/ui/field";
import { type Metric, metrics, sheetOf } from "./figures";
import { say } from "./words";

/** The days of a figure beside those of the 30 days before. */
export function OverviewChart({ series }: { series: OverviewDay[] }) {
  const [metric, setMetric] = useState<Metric>("new_subscribers");
  const sheet = useMemo(() => sheetOf(series, metric), [series, metric]);
  const name = metrics.find((item) => item.value === metric)?.label ?? "";
  const sum = (at: number) => formatNumber(sheet.data.reduce((total, row) => total + (row.values[at] ?? 0), 0));
  return (
    <ChartCard
      className="mt-4"
      sheet={sheet}
      name={`${name}, 30 days`}
      label={say.nameSumInTheLast(name, sum(0), sum(1))}
      controls={
        <Select
          aria-label={say.figure}
          className="w-44"
          value={metric}
          onChange={(event) => setMetric(metrics.find((item) => item.value === event.target.value)?.value ?? metric)}
        >
          {metrics.map((item) => (
            <option key={item.value} value={item.value}>
              {item.label}
            </option>
          ))}
        </Select>
      }
    />
  );
}
