import { expect, test } from "vitest";
import { csvRows, niceTop, percent, type Sheet, scaleOf, show, describe as tell, ticks } from "./model";

test.each([
  [0, 4],
  [7, 8],
  [61, 80],
  [11_400, 20_000],
])("the scale for %s ends at %s", (highest, top) => {
  expect(niceTop(highest)).toBe(top);
});

test.each([
  [[1170, 1199], 1160, 1200],
  [[1200, 1200], 1200, 1204],
  [[99_000, 101_500], 98_000, 102_000],
  [[0, 30], 0, 40],
])("the near scale for %j goes from %s to %s", (values, bottom, top) => {
  expect(scaleOf(values, true)).toEqual({ bottom, top });
});

test("any other scale begins at zero", () => {
  expect(scaleOf([1170, 1199])).toEqual({ bottom: 0, top: 2000 });
  expect(scaleOf([])).toEqual({ bottom: 0, top: 4 });
});

test.each([
  [0, []],
  [1, [0]],
  [2, [0, 1]],
  [30, [0, 15, 29]],
])("an axis of %s places is marked at %j", (count, places) => {
  expect(ticks(count)).toEqual(places);
});

const sheet: Sheet = {
  rows: "Newsletter",
  columns: [percent("Open rate"), { label: "Sent" }],
  data: [{ key: "The Slow Web", label: "The Slow Web", values: [null, 1200] }],
};

test("a figure that is not there is a dash to read and nothing in the CSV", () => {
  expect(show(sheet.columns[0], null)).toBe("–");
  expect(csvRows(sheet)).toEqual([
    ["Newsletter", "Open rate", "Sent"],
    ["The Slow Web", null, 1200],
  ]);
});

test("a place is told with what is drawn there and no more", () => {
  expect(tell(sheet, { key: "a", label: "A", values: [12.345, 1200] }, 1)).toBe("A: Open rate 12.3%");
});
