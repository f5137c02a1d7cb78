import { expect, test } from "vitest";
import { change, formatDuration, formatRate, formatSince, isThisMonth, rateOf, relativeTime } from "./format";

const now = Date.parse("2026-11-21T12:00:00Z");
const HOUR = 3_600_000;
const at = (hours: number) => new Date(now - hours * HOUR).toISOString();

test.each([
  [0.99, "Less than an hour ago"],
  [1, "1 hour ago"],
  [23.9, "23 hours ago"],
  [24, "1 day ago"],
  [24 * 7 - 1, "6 days ago"],
])("%s hours are told as %s", (hours, text) => {
  expect(relativeTime(at(hours), now)).toBe(text);
});

test("a week and older is a date", () => {
  expect(relativeTime(at(24 * 7), now)).toMatch(/2026/);
});

test("what began today is told by its time, what is older with its date", () => {
  const morning = new Date(2026, 10, 21, 6, 31);
  const evening = new Date(2026, 10, 21, 23, 59).getTime();
  expect(formatSince(morning.toISOString(), evening)).toMatch(/^0?6:31/);
  expect(formatSince(morning.toISOString(), evening + HOUR)).toMatch(/2026.*6:31/);
});

test("rates have one decimal and are 0.0% when missing", () => {
  expect(formatRate(undefined)).toBe("0.0%");
  expect(formatRate(12.345)).toBe("12.3%");
  expect(rateOf(5, 0)).toBe(0);
  expect(rateOf(1, 4)).toBe(25);
});

test("this month means the calendar month of the year", () => {
  const day = new Date(2026, 10, 21);
  expect(isThisMonth(new Date(2026, 10, 1).toISOString(), day)).toBe(true);
  expect(isThisMonth(new Date(2025, 10, 21).toISOString(), day)).toBe(false);
});

test("a change needs something to compare with", () => {
  expect(change(3, 0)).toBeNull();
  expect(change(110, 100)).toEqual({ text: "+10%", up: true });
  expect(change(90, 100)?.up).toBe(false);
});

test("durations are told in the largest sensible unit", () => {
  expect(formatDuration(1)).toBe("1 second");
  expect(formatDuration(90)).toBe("1 min 30 s");
  expect(formatDuration(3700)).toBe("1 h 1 min");
});
