import { expect, test } from "vitest";
import { parseRows } from "./csv";
import { csvName, toCsv } from "./csv-write";

test.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])("the text %j is no formula", (text) => {
  expect(parseRows(toCsv([[text]]), 1)[0]?.[0]?.startsWith("'")).toBe(true);
});

test("what is written can be read: quotes, commas and line breaks; numbers stay numbers, also below zero", () => {
  const rows = [
    ["Link", "Readers"],
    ['a, "b"\nc', -3],
    ["x", null],
  ];
  expect(toCsv(rows)).toContain(",-3\r\n");
  expect(parseRows(toCsv(rows), 9)).toEqual([
    ["Link", "Readers"],
    ['a, "b"\nc', "-3"],
    ["x", ""],
  ]);
});

test("file names have no separators", () => {
  expect(csvName("Opens: “a/b” & c")).toBe("opens-a-b-c.csv");
});
