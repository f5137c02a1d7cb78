import type { OverviewDay } from "@/api/overview";
import { formatDay } from "@/lib/format";
import type { Sheet } from "@/ui/chart/model";

export type Metric = "new_subscribers" | "emails_sent" | "opens" | "clicks" | "unsubscribed";

export const metrics: { value: Metric; label: string }[] = [
  { value: "new_subscribers", label: "New subscribers" },
  { value: "emails_sent", label: "Emails sent" },
  { value: "opens", label: "Opens" },
  { value: "clicks", label: "Clicks" },
  { value: "unsubscribed", label: "Unsubscribed" },
];

const PERIOD = 30;

/** Each of the last 30 days beside the day 30 days before it. */
export function sheetOf(series: OverviewDay[], metric: Metric): Sheet {
  const now = series.slice(-PERIOD);
  const before = series.slice(-2 * PERIOD, -PERIOD);
  const lead = now.length - before.length;
  return {
    rows: "Day",
    columns: [{ label: "Last 30 days" }, { label: "30 days before" }],
    data: now.map((day, index) => {
      const earlier = before[index - lead];
      return {
        key: day.date,
        label: formatDay(day.date),
        values: [day[metric], earlier?.[metric] ?? null],
        notes: [formatDay(day.date), earlier ? formatDay(earlier.date) : null],
      };
    }),
  };
}
