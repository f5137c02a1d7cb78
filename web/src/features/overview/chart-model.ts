import type { Day } from "@/api/types";

export type Metric = "new_subscribers" | "emails_sent" | "unsubscribed";

export const metrics: { value: Metric; label: string }[] = [
  { value: "new_subscribers", label: "New subscribers" },
  { value: "emails_sent", label: "Emails sent" },
  { value: "unsubscribed", label: "Unsubscribed" },
];

export const PERIOD = 30;

export interface Pair {
  date: string;
  now: number;
  beforeDate: string | null;
  before: number;
}

/** Each of the last 30 days beside the day 30 days before it. */
export function pairDays(series: Day[], metric: Metric): Pair[] {
  const now = series.slice(-PERIOD);
  const before = series.slice(-2 * PERIOD, -PERIOD);
  const lead = now.length - before.length;
  return now.map((day, index) => {
    const earlier = before[index - lead];
    return { date: day.date, now: day[metric], beforeDate: earlier?.date ?? null, before: earlier?.[metric] ?? 0 };
  });
}

/** A round upper end for the scale, such that its halves are round too. */
export function niceTop(highest: number): number {
  if (highest <= 4) return 4;
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  for (const step of [1, 2, 4, 5, 6, 8, 10]) {
    if (step * magnitude >= highest) return step * magnitude;
  }
  return 10 * magnitude;
}

export function linePath(values: number[], x: (index: number) => number, y: (value: number) => number): string {
  return values
    .map((value, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
}
