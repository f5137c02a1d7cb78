import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { createBlock } from "@/email/factory";
import { mailOf, renderEditor } from "../testing/render-editor";
import { BLOCKS_TYPE, fromClipboard, toFlavours } from "./format";

vi.mock("../parts", () => import("../testing/parts"));

/** A clipboard that passes from one event to the next. */
class Clipboard {
  data = new Map<string, string>();
  setData = (type: string, value: string) => void this.data.set(type, value);
  getData = (type: string) => this.data.get(type) ?? "";

  fire(type: "copy" | "cut" | "paste", at: Element = document.activeElement ?? document.body) {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: this });
    fireEvent(at, event);
    return event.defaultPrevented;
  }
}

const on = (name: RegExp) => {
  const block = screen.getByRole("treeitem", { name });
  fireEvent.click(block);
  block.focus();
};

test("a block goes to another mail, with an id of its own and its HTML beside it", () => {
  const board = new Clipboard();
  const first = renderEditor(mailOf("heading", "divider"));
  on(/^Heading/);
  expect(board.fire("copy")).toBe(true);
  expect(board.getData("text/html")).toContain("New Heading");
  expect(board.getData("text/plain")).toBe("New Heading");
  first.unmount();
  const { types, editor } = renderEditor(mailOf("text", "spacer"));
  on(/^Text/);
  expect(board.fire("paste")).toBe(true);
  expect(types()).toEqual(["text", "heading", "spacer"]);
  expect(editor.getState().document.blocks[1]?.id).not.toBe("b0");
  expect(editor.getState()).toMatchObject({
    undoLabel: "Paste block",
    selectedId: editor.getState().document.blocks[1]?.id,
  });
});

test("cutting takes the block away, and Undo brings it back", () => {
  const { types, editor } = renderEditor(mailOf("heading", "divider"));
  on(/^Heading/);
  new Clipboard().fire("cut");
  expect(types()).toEqual(["divider"]);
  expect(editor.getState().undoLabel).toBe("Cut heading");
});

test("copying in a field is the field's, and so is pasting", () => {
  const { types } = renderEditor(mailOf("heading"));
  on(/^Heading/);
  screen.getByLabelText("Subject").focus();
  const board = new Clipboard();
  expect(board.fire("copy")).toBe(false);
  board.setData("text/plain", "words");
  expect(board.fire("paste")).toBe(false);
  expect(types()).toEqual(["heading"]);
});

test("columns are pasted behind the columns they cannot go into", () => {
  const inner = { ...createBlock("text"), id: "inner" };
  const columns = { ...createBlock("columns"), columns: [[inner], []] };
  const { types } = renderEditor(mailOf(columns, "divider"));
  const board = new Clipboard();
  on(/^Columns/);
  board.fire("copy");
  on(/^Text/);
  board.fire("paste");
  expect(types()).toEqual(["columns", "columns", "divider"]);
});

describe("what is on the clipboard", () => {
  const blocks = [createBlock("button"), { ...createBlock("text"), content: '<p>a &lt;b&gt; "c" – €</p>' }];
  const source = (data: Record<string, string>) => ({ getData: (type: string) => data[type] ?? "" });

  test("is read from the type of our own, else from the HTML that carries it", () => {
    const { json, html } = toFlavours(blocks, {});
    expect(fromClipboard(source({ [BLOCKS_TYPE]: json })).blocks).toEqual(blocks);
    expect(fromClipboard(source({ "text/html": `<html><body>${html}</body></html>` })).blocks).toEqual(blocks);
  });

  test("of another program becomes blocks without its scripts", () => {
    const html = "<h2>Title</h2><p onclick='x()'>One<script>alert(1)</script></p>";
    const read = fromClipboard(source({ "text/html": html })).blocks;
    expect(read.map(({ type }) => type)).toEqual(["heading", "text"]);
    expect(JSON.stringify(read)).not.toMatch(/script|onclick|alert/);
  });

  test("that is text becomes paragraphs, its signs escaped", () => {
    const [text] = fromClipboard(source({ "text/plain": "a < b\r\n\r\nc" })).blocks;
    expect(JSON.stringify(text)).toContain("a &lt; b");
  });

  test("that is broken or foreign does no harm", () => {
    expect(fromClipboard(source({ [BLOCKS_TYPE]: "{" })).blocks).toEqual([]);
    expect(fromClipboard(source({ [BLOCKS_TYPE]: '{"blocks":[{"type":"marquee"}]}' })).blocks).toEqual([]);
    expect(fromClipboard(source({})).blocks).toEqual([]);
  });
});
