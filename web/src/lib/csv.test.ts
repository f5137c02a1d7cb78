import { expect, test } from "vitest";
import { guessDelimiter, parseRows } from "./csv";
import { recogniseHeaders } from "./csv-headers";

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

test("headers are recognised in many languages, and attributes are named so that a merge tag can hold them", () => {
  expect(recogniseHeaders(["Prénom", "Nom", "Courriel", "Tags"])).toEqual(["first_name", "last_name", "email", "tags"]);
  const rest = [
    "Mail",
    "Favourite Colour!",
    "email",
    "",
    "favourite_colour",
    "attributes.A-b",
    "status",
    "Subscribed At",
  ];
  expect(recogniseHeaders(rest)).toEqual([
    "email",
    "attributes.favourite_colour",
    null,
    "attributes.column_4",
    "attributes.favourite_colour_2",
    "attributes.A-b",
    "status",
    "subscribed_at",
  ]);
});
