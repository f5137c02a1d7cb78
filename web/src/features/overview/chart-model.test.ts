import { expect, test } from "vitest";
import type { Day } from "@/api/types";
import { niceTop, pairDays } from "./chart-model";

const series: Day[] = Array.from({ length: 60 }, (_, index) => ({
  date: `day-${index}`,
  new_subscribers: index,
  unsubscribed: 0,
  emails_sent: 0,
}));

test("each of the last 30 days stands beside the day 30 days before", () => {
  const pairs = pairDays(series, "new_subscribers");
  expect(pairs).toHaveLength(30);
  expect(pairs[0]).toEqual({ date: "day-30", now: 30, beforeDate: "day-0", before: 0 });
  expect(pairs[29]).toEqual({ date: "day-59", now: 59, beforeDate: "day-29", before: 29 });
});

test("a short history leaves the days before empty", () => {
  expect(pairDays(series.slice(0, 30), "new_subscribers")[0]).toMatchObject({ now: 0, beforeDate: null, before: 0 });
});

test.each([
  [0, 4],
  [7, 8],
  [61, 80],
  [11_400, 20_000],
])("the scale for %s ends at %s", (highest, top) => {
  expect(niceTop(highest)).toBe(top);
});
