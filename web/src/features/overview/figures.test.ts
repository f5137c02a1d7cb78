import { expect, test } from "vitest";
import type { OverviewDay } from "@/api/overview";
import { sheetOf } from "./figures";

const series: OverviewDay[] = Array.from({ length: 60 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  new_subscribers: index,
  unsubscribed: 0,
  emails_sent: 0,
  opens: 0,
  clicks: 0,
}));

test("each of the last 30 days stands beside the day 30 days before", () => {
  const { data } = sheetOf(series, "new_subscribers");
  expect(data).toHaveLength(30);
  expect(data[0]).toMatchObject({ key: "2026-01-31", values: [30, 0] });
  expect(data[29]).toMatchObject({ key: "2026-03-01", values: [59, 29] });
});

test("a short history leaves the days before empty", () => {
  expect(sheetOf(series.slice(0, 30), "new_subscribers").data[0]).toMatchObject({ values: [0, null] });
});
