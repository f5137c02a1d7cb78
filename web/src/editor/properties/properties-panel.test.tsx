import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createBlock, defaultTheme } from "@/email";
import { shiftWidths, widthsOf } from "@/email/blocks/columns/widths";
import type { Block, BlockType } from "@/email/types";
import { blockTypes } from "@/email/types";
import type { EditorHost } from "../host";
import { createEditor, EditorProvider } from "../state";
import { savedBlocksServer } from "../testing/saved-blocks";
import { type BlockError, createUi, SurroundingsProvider } from "../ui";
import PropertiesPanel from "./properties-panel";

const host: EditorHost = {
  origin: "https://desk.example",
  storageKey: "test",
  savedBlocks: savedBlocksServer(),
  save: async () => ({ ok: true }),
  media: {
    list: async () => ({ items: [], next: null }),
    upload: () => Promise.reject(),
    remove: async () => undefined,
  },
  attributes: ["city"],
};

function show(block: Block, errors: BlockError[] = []) {
  const editor = createEditor({ name: "", subject: "", preheader: "", blocks: [block], theme: {} });
  editor.dispatch({ type: "select", id: block.id });
  const ui = createUi();
  ui.set({ errors: new Map([[block.id, errors]]) });
  render(
    <SurroundingsProvider value={{ host, mode: "template", ui }}>
      <EditorProvider editor={editor}>
        <PropertiesPanel />
      </EditorProvider>
    </SurroundingsProvider>,
  );
  const now = () => editor.getState().document.blocks[0] as Block & Record<string, unknown>;
  return { editor, now };
}

const number = (label: string) => screen.getByRole("spinbutton", { name: label });
const typeIn = (label: string, value: string) => fireEvent.change(number(label), { target: { value } });

test("with nothing selected it says what to do", () => {
  const editor = createEditor({ name: "", subject: "", preheader: "", blocks: [], theme: {} });
  render(
    <EditorProvider editor={editor}>
      <PropertiesPanel />
    </EditorProvider>,
  );
  expect(screen.getByText("Select a component to edit its properties")).toBeTruthy();
});

test("another level gives a new heading its size", () => {
  const { now } = show(createBlock("heading"));
  const choose = (value: string) => fireEvent.change(screen.getByLabelText("Level"), { target: { value } });
  choose("1");
  expect(now()).toMatchObject({ level: 1, style: { fontSize: "32px" } });
  choose("2");
  expect(now()).toMatchObject({ level: 2, style: { fontSize: "24px" } });
});

test.each(blockTypes.map((type) => [type] as [BlockType]))("%s has its fields, each with a name", (type) => {
  show(createBlock(type));
  for (const field of document.querySelectorAll("input, select, textarea")) {
    const named = field.getAttribute("aria-label") ?? (field as HTMLInputElement).labels?.[0]?.textContent;
    expect(named, field.outerHTML).toBeTruthy();
  }
});

test.each([
  ["", 1],
  ["0", 1],
  ["-3", 1],
  ["7", 7],
  ["99", 10],
])("a divider's thickness of %j is %i", (typed, thickness) => {
  const { now } = show({ ...createBlock("divider"), thickness: 4 });
  typeIn("Thickness", typed);
  expect(now()).toMatchObject({ thickness });
  expect(number("Thickness")).toMatchObject({ min: "1", max: "10" });
});

test.each([
  ["", 24],
  ["0", 24],
  ["40", 40],
])("a spacer's height of %j is %i", (typed, height) => {
  const { now } = show({ ...createBlock("spacer"), height: 8 });
  typeIn("Height", typed);
  expect(now()).toMatchObject({ height });
});

test("a spacer grows and shrinks by 8, and never below 1", async () => {
  const { now } = show({ ...createBlock("spacer"), height: 24 });
  expect(number("Height")).toMatchObject({ min: "1", step: "8" });
  const user = userEvent.setup();
  number("Height").focus();
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(now()).toMatchObject({ height: 40 });
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(now()).toMatchObject({ height: 1 });
});

test("an empty width or height of a picture is none", () => {
  const { now } = show({ ...createBlock("image"), height: 100 });
  typeIn("Width", "");
  typeIn("Height", "");
  expect(now()).not.toHaveProperty("width");
  expect(now()).not.toHaveProperty("height");
});

test("a decorative picture has no alternative text", async () => {
  const { now } = show({ ...createBlock("image"), alt: "A press" });
  await userEvent.click(screen.getByRole("checkbox", { name: /Decorative/ }));
  expect(now()).toMatchObject({ alt: "", decorative: true });
});

test.each([
  ["image", ["Image URL", "Link"]],
  ["button", ["Link"]],
  ["hero", ["Button link"]],
  ["hero-image", ["Image URL", "Button link"]],
  ["social", ["Facebook URL", "YouTube URL"]],
] as [BlockType, string[]][])("addresses of %s are typed into URL fields", (type, labels) => {
  show(createBlock(type));
  for (const label of labels) expect(screen.getByRole("textbox", { name: label })).toHaveProperty("type", "url");
});

test("font sizes are the ones of the specification; colors fall back to the theme's", async () => {
  const { now } = show(createBlock("text"));
  const sizes = screen.getByRole("combobox", { name: "Font size" });
  const offered = within(sizes)
    .getAllByRole("option")
    .map((option) => option.textContent);
  expect(offered.slice(1)).toEqual(["12", "14", "16", "18", "20", "24", "28", "32", "36"].map((size) => `${size}px`));
  await userEvent.selectOptions(sizes, "20px");
  expect(now().style).toEqual({ fontSize: "20px" });
  expect(screen.getByRole("textbox", { name: "Text color" })).toHaveProperty("placeholder", defaultTheme.textColor);
  expect(screen.getByRole("textbox", { name: "Background" })).toHaveProperty(
    "placeholder",
    defaultTheme.contentBackgroundColor,
  );
});

test("a color is taken once it is one; the contrast is told", () => {
  const { now } = show(createBlock("text"));
  const field = screen.getByRole("textbox", { name: "Text color" });
  fireEvent.change(field, { target: { value: "#77" } });
  expect(now().style).toBeUndefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(field, { target: { value: "#777" } });
  expect(now().style).toEqual({ color: `#${"7".repeat(6)}` });
  expect(screen.getByText("Contrast 4.4 : 1: hard to read. Aim for 4.5 : 1")).toBeTruthy();
});

test("one side of the margin changes that side alone", () => {
  const { now } = show(createBlock("image"));
  fireEvent.click(screen.getByText("Spacing"));
  typeIn("Margin top", "40");
  expect(now().style).toEqual({ margin: "40px 0 16px" });
});

test("what the server refused stands at its field", () => {
  show(createBlock("button"), [{ field: "href", message: "Href must be a link." }]);
  expect(screen.getByText("Href must be a link.")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Link" }).getAttribute("aria-invalid")).toBe("true");
});

test("a merge tag goes into a plain field at the caret", async () => {
  const { now } = show({ ...createBlock("button"), text: "Read, now" });
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "Text" }) as HTMLInputElement;
  field.setSelectionRange(4, 4);
  await user.click(screen.getAllByRole("button", { name: "Insert a merge tag" })[0] as HTMLElement);
  await user.keyboard("city{Enter}");
  await user.type(await screen.findByRole("textbox", { name: "City, fallback" }), "friend{Enter}");
  expect(now()).toMatchObject({ text: 'Read{{ subscriber.attributes.city | default("friend") }}, now' });
});

test("fewer columns lose no block; widths add to 100", async () => {
  const inside = createBlock("text");
  const { now, editor } = show({ ...createBlock("columns"), columns: [[], [], [inside]], widths: [20, 30, 50] });
  fireEvent.change(screen.getByRole("slider", { name: "Width of column 3" }), { target: { value: "60" } });
  expect(now()).toMatchObject({ widths: [16, 24, 60] });
  await userEvent.click(screen.getByRole("button", { name: "2" }));
  expect(now()).toMatchObject({ columns: [[], [inside]] });
  editor.dispatch({ type: "undo" });
  expect(now()).toMatchObject({ widths: [16, 24, 60] });
});

test("column widths stay whole, add to 100 and keep their least", () => {
  for (const count of [2, 3, 4]) {
    const columns = Array.from({ length: count }, () => []);
    let widths = widthsOf({ id: "", type: "columns", columns });
    for (let step = 0; step < 60; step++) {
      widths = shiftWidths(widths, step % count, (step * 37) % 101);
      expect(widths.reduce((sum, width) => sum + width, 0)).toBe(100);
      expect(Math.min(...widths)).toBeGreaterThanOrEqual(10);
    }
  }
});

test("HTML of a text is cleaned when the field is left", () => {
  const { now } = show(createBlock("text"));
  const field = screen.getByRole("textbox", { name: "HTML" });
  fireEvent.change(field, { target: { value: "<p onclick='x'>Hi <script>1</script><b>there</b></p>" } });
  fireEvent.blur(field);
  expect(now()).toMatchObject({ content: "<p>Hi <b>there</b></p>" });
});

test("typing in a field is one step of the history", async () => {
  const { editor, now } = show(createBlock("button"));
  vi.spyOn(Date, "now").mockReturnValue(1);
  await userEvent.type(screen.getByRole("textbox", { name: "Text" }), "!!");
  editor.dispatch({ type: "undo" });
  expect(now()).toMatchObject({ text: "Click Here" });
});
