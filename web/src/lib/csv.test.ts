import { expect, test } from "vitest";
import { guessDelimiter, parseRows, recogniseHeaders } from "./csv";

test("quotes, doubled quotes and line breaks inside a field", () => {
  expect(parseRows('a,b\r\n"x, ""y""","two\nlines"\r\n', 9)).toEqual([
    ["a", "b"],
    ['x, "y"', "two\nlines"],
  ]);
});

test("a byte order mark, blank lines and a missing last line break", () => {
  expect(parseRows("\uFEFFemail\n\na@example.com", 9)).toEqual([["email"], ["a@example.com"]]);
});

test("the delimiter is the one that splits the header best", () => {
  expect(guessDelimiter("email;first name;city, country\n")).toBe(";");
  expect(guessDelimiter("email\tname\n")).toBe("\t");
});

test("never more rows than asked for", () => {
  expect(parseRows("a\nb\nc\nd", 2)).toHaveLength(2);
});

test("headers are recognised whatever their spelling, each fixed field once", () => {
  expect(recogniseHeaders(["E-Mail", "First Name", "surname", "Home Town", "Mail", "Status"])).toEqual([
    "email",
    "first_name",
    "last_name",
    "attributes.home_town",
    "attributes.mail",
    null,
  ]);
});
