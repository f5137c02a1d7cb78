import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("src/tokens.css", "utf8");

function theme(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(selector)).split("}")[0] ?? "";
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]]));
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const hues = ["yellow", "blue", "green", "emerald", "red"];

/** Every pair of text and ground that the components use. */
const pairs: [string, string][] = [
  ...["page", "surface", "raised"].flatMap((ground): [string, string][] => [
    ["text", ground],
    ["muted", ground],
  ]),
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["danger-ink", "danger"],
  ["muted", "neutral-soft"],
  ["text", "accent-soft"],
  ["muted", "accent-soft"],
  ["red", "surface"],
  ["green", "surface"],
  ["yellow", "surface"],
  ...hues.map((hue): [string, string] => [hue, `${hue}-soft`]),
];

describe.each([".dark {", ".light {"])("%s", (selector) => {
  const tokens = theme(selector);
  test.each(pairs)("%s on %s reads at 4.5 : 1", (ink, ground) => {
    expect(contrast(tokens[ink] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });
  test.each(["page", "surface"])("the accent is visible as a mark and focus ring on %s", (ground) => {
    expect(contrast(tokens.accent ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(3);
  });
});
