import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const colours = (file: string, from: string) => {
  const css = readFileSync(file, "utf8");
  const block = css.slice(css.indexOf(from)).split("}")[0] ?? "";
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]]));
};

test("paper has the colours of the light theme, all of them", () => {
  const light = colours("src/tokens.css", ".light {");
  expect(Object.keys(light).length).toBeGreaterThan(20);
  expect(colours("src/print.css", "@media print {")).toEqual(light);
});
