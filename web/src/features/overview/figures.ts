import type { OverviewDay } from "@/api/overview";
import { formatDay } from "@/lib/format";
import type { Sheet } from "@/ui/chart/model";
import { say } from "./words";

export type Metric = "new_subscribers" | "emails_sent" | "opens" | "clicks" | "unsubscribed";

export const metrics: { value: Metric; label: string }[] = [
  { value: "new_subscribers", label: say.newSubscribers },
  { value: "emails_sent", label: say.emailsSent },
  { value: "opens", label: say.opens },
  { value: "clicks", label: say.clicks },
  { value: "unsubscribed", label: say.unsubscribed },
];

const PERIOD = 30;

/** Each of the last 30 days beside the day 30 days before it. */
export function sheetOf(series: OverviewDay[], metric: Metric): Sheet {
  const now = series.slice(-PERIOD);
  const before = series.slice(-2 * PERIOD, -PERIOD);
  const lead = now.length - before.length;
  return {
    rows: say.day,
    columns: [{ label: say.last30Days }, { label: say.the30DaysBefore }],
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
