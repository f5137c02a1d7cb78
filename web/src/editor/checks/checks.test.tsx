import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { byteLength, createBlock, type Finding, GMAIL_CLIP, renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { createEditor, type Editor, EditorProvider } from "../state";
import ByteMeter from "./byte-meter";
import ChecksPanel, { applyFix, jumpTo } from "./checks-panel";
import { reportsOf } from "./report";
import { sizeInWords, sizeOf, sizeState } from "./size";

const mail = (over: Partial<EmailDocument> = {}): EmailDocument => ({
  name: "Spring",
  subject: "Hello",
  preheader: "A word before",
  blocks: [],
  theme: {},
  ...over,
});

const clean = mail({
  blocks: [
    { id: "h", type: "heading", level: 1, content: "Spring" },
    { id: "t", type: "text", content: "<p>The days are longer.</p>" },
    {
      id: "f",
      type: "text",
      content: '<p>You get this because you subscribed. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    },
  ],
});

function show(document: EmailDocument, Part: ComponentType): Editor {
  const editor = createEditor(document);
  render(
    <EditorProvider editor={editor}>
      <Part />
    </EditorProvider>,
  );
  return editor;
}

test("a mail without faults is all clear", async () => {
  show(clean, ChecksPanel);
  await waitFor(() => expect(screen.getAllByText("All clear").length).toBeGreaterThan(0));
});

test("a fix is one step of the history, and what it mends is found no more", async () => {
  const picture = { ...createBlock("image"), id: "p", src: "https://example.com/a.png" };
  const editor = show(mail({ ...clean, blocks: [...clean.blocks.slice(0, 2), picture] }), ChecksPanel);
  await screen.findByRole("region", { name: "Errors" });
  const before = editor.getState().document;
  const findings = () => reportsOf(editor).get()?.findings ?? [];
  const fixable = findings().find(({ fix }) => fix) as Finding & { fix: NonNullable<Finding["fix"]> };
  await userEvent.click(screen.getAllByRole("button", { name: fixable.fix.label })[0] as HTMLElement);
  expect(editor.getState().document).not.toBe(before);
  expect(editor.getState().undoLabel).toBe(fixable.fix.label);
  await waitFor(() => expect(findings().filter(({ rule }) => rule === fixable.rule)).toEqual([]));
  act(() => editor.dispatch({ type: "undo" }));
  expect(editor.getState().document).toBe(before);
  expect(editor.getState().canUndo).toBe(false);
});

test("a fix that changes nothing leaves the history alone", () => {
  const editor = createEditor(clean);
  const finding: Finding = {
    rule: "x",
    severity: "hint",
    message: "",
    blockId: null,
    fix: { label: "Nothing", apply: (document) => document },
  };
  applyFix(editor, finding);
  expect(editor.getState().canUndo).toBe(false);
});

test("a finding leads to its block", () => {
  const editor = createEditor(clean);
  const block = document.createElement("div");
  block.dataset.blockId = "t";
  block.tabIndex = -1;
  document.body.append(block);
  jumpTo(editor, "t");
  expect(editor.getState().selectedId).toBe("t");
  expect(document.activeElement).toBe(block);
});

test("the meter says the size of the mail as it is sent, and follows it", async () => {
  const editor = show(clean, ByteMeter);
  const size = () => sizeInWords(byteLength(renderDocument(editor.getState().document)));
  await waitFor(() => expect(screen.getByText(`Email size: ${size()}`)).toBeTruthy());
  const before = size();
  act(() => editor.dispatch({ type: "update", id: "t", patch: { content: `<p>${"long ".repeat(500)}</p>` } }));
  expect(size()).not.toBe(before);
  await waitFor(() => expect(screen.getByText(`Email size: ${size()}`)).toBeTruthy());
});

test.each([
  [1000, "1000 B", "fine"],
  [90 * 1024, "90.0 KB", "near"],
  [GMAIL_CLIP, "102.0 KB", "near"],
  [GMAIL_CLIP + 1, "102.0 KB", "over"],
])("%i bytes", (bytes, text, state) => {
  expect(sizeOf(bytes)).toBe(text);
  expect(sizeState(bytes)).toBe(state);
});
