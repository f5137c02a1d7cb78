import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What the calls stand on: each knows those before it, and no resource. */
const foundation = [
  "words",
  "schema.gen",
  "schema",
  "problem",
  "response",
  "session",
  "client",
  "hooks",
  "pages",
  "upload",
  "events",
  "forms",
];
/** What nobody outside needs, for resources have a function for each call. */
const inner = ["words", "schema.gen", "schema", "response", "client", "pages", "upload", "events"];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);
const textOf = (file: string) => readFileSync(`src/${file}`, "utf8");
const found = (file: string, pattern: RegExp) => [...textOf(file).matchAll(pattern)].map(([, name = ""]) => name);

test("a resource stands on the client, and the client knows no resource", () => {
  const above = foundation.flatMap((name, place) =>
    found(`api/${name}.ts`, /(?:from|import)\s*\(?\s*"\.\/([\w.-]+)"/g)
      .filter((used) => !foundation.slice(0, place).includes(used))
      .map((used) => `${name} imports ${used}`),
  );
  expect(above).toEqual([]);
});

test("elsewhere nobody makes addresses, calls by them or reads the generated types", () => {
  const trespasses = files
    .filter((file) => !file.startsWith("api/"))
    .flatMap((file) =>
      found(file, /(?:from|import)\s*\(?\s*"(?:@|\.\.)\/(?:\.\.\/)*api\/([\w.-]+)"/g)
        .filter((used) => inner.includes(used))
        .map((used) => `${file} imports api/${used}`),
    );
  expect(files.length).toBeGreaterThan(50);
  expect(trespasses).toEqual([]);
});

test("a type has the name that the document gives it", () => {
  const types = files
    .filter((file) => file.startsWith("api/"))
    .flatMap((file) => [...textOf(file).matchAll(/^export type (\w+) =\s+(?:Answer|Body)<"(\w+)">;/gm)]);
  expect(types.length).toBeGreaterThan(50);
  expect(types.filter(([, ours, theirs]) => ours !== theirs).map(([line]) => line)).toEqual([]);
});
