import { ChartLine, Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { Day } from "@/api/types";
import { formatNumber } from "@/lib/format";
import { Segmented } from "@/ui/segmented";
import { Card } from "@/ui/surface";
import { Chart, ChartTable } from "./chart";
import { type Metric, metrics, pairDays } from "./chart-model";

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className={className} />
      {children}
    </span>
  );
}

export function ChartCard({ series }: { series: Day[] }) {
  const [metric, setMetric] = useState<Metric>("new_subscribers");
  const [view, setView] = useState<"chart" | "table">("chart");
  const pairs = useMemo(() => pairDays(series, metric), [series, metric]);
  const name = metrics.find((item) => item.value === metric)?.label ?? "";
  const now = pairs.reduce((sum, pair) => sum + pair.now, 0);
  const before = pairs.reduce((sum, pair) => sum + pair.before, 0);
  const label = `${name}: ${formatNumber(now)} in the last 30 days, ${formatNumber(before)} in the 30 days before`;
  return (
    <Card className="mt-4 p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Segmented label="Figure" value={metric} onChange={setMetric} options={metrics} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-12 text-muted">
          <Key className="h-0.5 w-4 rounded-full bg-accent">Last 30 days</Key>
          <Key className="w-4 border-muted border-t border-dashed">30 days before</Key>
          <Segmented
            label="Show as"
            value={view}
            onChange={setView}
            options={[
              { value: "chart", label: "Chart", icon: <ChartLine aria-hidden="true" /> },
              { value: "table", label: "Table", icon: <Table2 aria-hidden="true" /> },
            ]}
          />
        </div>
      </div>
      {view === "chart" ? <Chart pairs={pairs} label={label} /> : <ChartTable pairs={pairs} label={label} />}
    </Card>
  );
}
