import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { parseRows } from "@/lib/csv";
import { ChartCard } from "./chart-card";
import type { Sheet } from "./model";

const sheet: Sheet = {
  rows: "Day",
  columns: [{ label: "Last 30 days" }, { label: "30 days before" }],
  data: [
    { key: "2026-11-01", label: "Nov 1", values: [1200, 3] },
    { key: "2026-11-02", label: "Nov 2", values: [0, null] },
    { key: "2026-11-03", label: "Nov 3", values: [600, 8] },
  ],
};

const roomy = () => vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);

/** What the chart reads out at each of its places. */
function heard(): string[] {
  const slider = screen.getByRole("slider");
  return sheet.data.map((_, at) => {
    fireEvent.change(slider, { target: { value: String(at) } });
    return slider.getAttribute("aria-valuetext") ?? "";
  });
}

async function table(): Promise<string[][]> {
  await userEvent.click(screen.getByRole("button", { name: "Table" }));
  return within(screen.getByRole("table"))
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
}

async function csv(): Promise<string[][]> {
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && "blob:x", revokeObjectURL: () => {} }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await userEvent.click(screen.getByRole("button", { name: "CSV: Opens" }));
  const text = new TextDecoder().decode(await saved[0]?.arrayBuffer());
  return parseRows(text, 99);
}

test("chart, table and CSV say the same", async () => {
  roomy();
  render(<ChartCard sheet={sheet} name="Opens" label="Opens: 1,800" />);
  expect(heard()).toEqual([
    "Nov 1: Last 30 days 1,200, 30 days before 3",
    "Nov 2: Last 30 days 0, 30 days before –",
    "Nov 3: Last 30 days 600, 30 days before 8",
  ]);
  expect(await table()).toEqual([
    ["Day", "Last 30 days", "30 days before"],
    ["Nov 1", "1,200", "3"],
    ["Nov 2", "0", "–"],
    ["Nov 3", "600", "8"],
  ]);
  expect(await csv()).toEqual([
    ["Day", "Last 30 days", "30 days before"],
    ["2026-11-01", "1200", "3"],
    ["2026-11-02", "0", ""],
    ["2026-11-03", "600", "8"],
  ]);
});

test("the line runs through each figure of this period, as high as the figure is", () => {
  roomy();
  const { container } = render(<ChartCard sheet={sheet} name="Opens" label="Opens" />);
  const path = container.querySelector("path.stroke-accent")?.getAttribute("d") ?? "";
  const heights = [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((match) => Number(match[1]));
  const [high = 0, floor = 0, low = 0] = heights;
  expect(heights).toHaveLength(3);
  expect((floor - high) / (floor - low)).toBeCloseTo(2, 1);
});

test("the keyboard reads a figure beside the line and leaves nothing behind", async () => {
  roomy();
  render(<ChartCard sheet={sheet} name="Opens" label="Opens" />);
  const slider = screen.getByRole("slider", { name: "Opens" });
  fireEvent.focus(slider);
  fireEvent.change(slider, { target: { value: "0" } });
  expect(screen.getByText("Nov 1, last 30 days").nextSibling?.textContent).toBe("1,200");
  fireEvent.blur(slider);
  expect(screen.queryByText("Nov 1, last 30 days")).toBeNull();
});

test.each(["line", "bars", "rows"] as const)("a chart of %s and its table are accessible", async (kind) => {
  roomy();
  const { container } = render(<ChartCard kind={kind} sheet={sheet} name="Opens" label="Opens" />);
  const audit = async () => (await axe.run(container, { rules: { "color-contrast": { enabled: false } } })).violations;
  expect(await audit()).toEqual([]);
  await table();
  expect(await audit()).toEqual([]);
});

test.each(["line", "bars", "rows"] as const)("a chart of %s of nothing stands", (kind) => {
  roomy();
  render(<ChartCard kind={kind} sheet={{ ...sheet, data: [] }} name="Opens" label="Opens" />);
  expect(document.body.innerHTML).not.toContain("NaN");
});
