import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lend } from "@/testing/lend";
import { applyTheme } from "./theme";

const early = readFileSync("public/first-paint.js", "utf8");

function classAfter(run: () => void): string {
  document.documentElement.className = "";
  run();
  return document.documentElement.className.trim();
}

test.each([
  [null, "dark", "dark"],
  ["dark", "dark", "dark"],
  ["light", "light", "light"],
  ["system", "dark", "light"],
  ["nonsense", "dark", "light"],
])("stored %s is %s in a dark system and %s in a light one, before and after start", (stored, inDark, inLight) => {
  if (stored) localStorage.setItem("letterpress-theme", stored);
  for (const [light, expected] of [
    [false, inDark],
    [true, inLight],
  ] as const) {
    const media = Object.assign(new EventTarget(), { matches: light }) as unknown as MediaQueryList;
    lend(window, { matchMedia: () => media });
    expect(classAfter(() => new Function(early)())).toBe(expected);
    expect(classAfter(applyTheme)).toBe(expected);
  }
});
