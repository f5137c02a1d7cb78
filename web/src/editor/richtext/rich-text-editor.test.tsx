import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultTheme } from "@/email";
import type { BlockOf, WrittenBlock } from "@/email/types";
import { lend } from "@/testing/lend";
import { createEditor, EditorProvider } from "../state";
import { tagSource, withChips, withoutChips } from "./chips";
import { judgeLink } from "./links";
import RichTextEditor from "./rich-text-editor";
import { TOOLBAR_HIDES_MS } from "./use-lingering-focus";

const TAG = '{{ subscriber.first_name | default("there") }}';

beforeEach(() => {
  // jsdom lays nothing out.
  const rect = new DOMRect(0, 0, 10, 10);
  const rects = Object.assign([rect], { item: () => rect }) as unknown as DOMRectList;
  lend(Range.prototype, { getBoundingClientRect: () => rect, getClientRects: () => rects });
  lend(document, { elementFromPoint: () => null });
});
afterEach(() => vi.useRealTimers());

async function show(block: WrittenBlock) {
  const onDone = vi.fn();
  const editor = createEditor({ name: "", subject: "", preheader: "", blocks: [block], theme: {} });
  editor.dispatch({ type: "edit", id: block.id });
  const onChange = vi.fn((content: string) =>
    editor.dispatch({ type: "update", id: block.id, patch: { content }, field: "content" }),
  );
  render(
    <EditorProvider editor={editor}>
      <RichTextEditor block={block} theme={defaultTheme} onChange={onChange} onDone={onDone} attributes={["city"]} />
      <button type="button">elsewhere</button>
    </EditorProvider>,
  );
  const box = screen.getByRole("textbox", { name: /Alt\+F10/ });
  await waitFor(() => expect(document.activeElement).toBe(box));
  // TipTap hangs itself on its element.
  const tiptap = (box as HTMLElement & { editor: import("@tiptap/core").Editor }).editor;
  const content = () => (editor.getState().document.blocks[0] as BlockOf<"text">).content;
  return { editor, tiptap, box, content, onDone, onChange };
}

const text = (content: string): BlockOf<"text"> => ({ id: "a", type: "text", content });
const heading = (content: string): BlockOf<"heading"> => ({ id: "a", type: "heading", level: 2, content });

test.each([
  TAG,
  "{{ subscriber.first_name | default(&quot;there&quot;) }}",
  "{{unsubscribe_url}}",
  '{{ subscriber.attributes.city | default("a &amp; b \\"c\\" }} d") }}',
])("a merge tag is written out byte by byte: %s", (tag) => {
  const html = `<p>Hello <strong>${tag}</strong>, <a href="{{ archive_url }}">read</a>${tag}</p>`;
  expect(withChips(html)).not.toContain(">{{");
  expect(withoutChips(withChips(html))).toBe(html);
});

test("a text with tags that is written in keeps them as they were", async () => {
  const { tiptap, content } = await show(text(`<p>Hello ${TAG}, <strong>${TAG}</strong></p>`));
  act(() => void tiptap.commands.insertContent(" now"));
  expect(content()).toBe(`<p>Hello ${TAG}, <strong>${TAG} now</strong></p>`);
});

test("typing at a selected chip writes behind it; Backspace takes it away as one", async () => {
  const { tiptap, content } = await show(text(`<p>Hi ${TAG}</p>`));
  act(() => void tiptap.commands.setNodeSelection(4));
  act(
    () =>
      void tiptap.view.someProp("handleTextInput", (handle) => handle(tiptap.view, 4, 5, "x", () => tiptap.state.tr)),
  );
  expect(content()).toBe(`<p>Hi ${TAG}x</p>`);
  act(() => void tiptap.chain().setNodeSelection(4).deleteSelection().run());
  expect(content()).toBe("<p>Hi x</p>");
});

test("a tag that is typed or pasted as text becomes a chip", async () => {
  const { tiptap, content } = await show(text("<p>Hi:</p>"));
  act(() => void tiptap.commands.insertContent({ type: "text", text: TAG }));
  expect(tiptap.state.doc.nodeAt(4)?.type.name).toBe("mergeTag");
  expect(content()).toBe(`<p>Hi:${TAG}</p>`);
});

test("two braces open the picker, and what is picked takes their place", async () => {
  const { tiptap, content } = await show(text("<p>Hi:</p>"));
  act(() => void tiptap.commands.insertContent("{"));
  const at = tiptap.state.selection.from;
  act(
    () =>
      void tiptap.view.someProp("handleTextInput", (handle) => handle(tiptap.view, at, at, "{", () => tiptap.state.tr)),
  );
  const user = userEvent.setup();
  const search = await screen.findByRole("combobox", { name: "Merge tags" });
  expect(search).toHaveProperty("ownerDocument.activeElement", search);
  await user.keyboard("first{Enter}");
  await user.type(await screen.findByRole("textbox", { name: "First name, fallback" }), "there{Enter}");
  expect(content()).toBe(`<p>Hi:${TAG}</p>`);
});

test("Enter on a chip changes what stands there for readers without a value", async () => {
  const { tiptap, content } = await show(text(`<p>Hi ${TAG}</p>`));
  act(() => void tiptap.commands.setNodeSelection(4));
  act(() => void tiptap.commands.keyboardShortcut("Enter"));
  const field = await screen.findByRole("textbox", { name: "First name, fallback" });
  expect(field).toHaveProperty("value", "there");
  const user = userEvent.setup();
  await user.clear(field);
  await user.type(field, 'a "friend" & more{Enter}');
  expect(content()).toBe('<p>Hi {{ subscriber.first_name | default("a \\"friend\\" &amp; more") }}</p>');
});

test("text that is written is one step of the history, whatever the pauses", () => {
  let now = 0;
  const editor = createEditor(
    { name: "", subject: "", preheader: "", blocks: [text("<p>a</p>")], theme: {} },
    { clock: () => now },
  );
  const write = (content: string) => {
    now += 60_000;
    editor.dispatch({ type: "update", id: "a", patch: { content }, field: "content" });
  };
  editor.dispatch({ type: "edit", id: "a" });
  write("<p>ab</p>");
  write("<p>abc</p>");
  editor.dispatch({ type: "edit", id: null });
  editor.dispatch({ type: "edit", id: "a" });
  write("<p>abcd</p>");
  const content = () => (editor.getState().document.blocks[0] as BlockOf<"text">).content;
  editor.dispatch({ type: "undo" });
  expect(content()).toBe("<p>abc</p>");
  editor.dispatch({ type: "undo" });
  expect(content()).toBe("<p>a</p>");
});

test.each([
  ["example.com/a", { href: "https://example.com/a" }],
  ["desk@example.com", { href: "mailto:desk@example.com" }],
  ["tel:+123", { href: "tel:+123" }],
  ["{{ unsubscribe_url }}", { href: "{{ unsubscribe_url }}" }],
  ["foo_bar:x", { error: "linkifyjs: incorrect scheme format." }],
  ["-foo:x", { error: "linkifyjs: incorrect scheme format." }],
  ["Foo:x", { error: "linkifyjs: incorrect scheme format." }],
])("the link %s", (typed, verdict) => expect(judgeLink(typed)).toEqual(verdict));

test.each(["javascript:alert(1)", "data:text/html,x", " java\tscript:alert(1)", "vbscript:x"])(
  "the link %s is refused",
  (typed) => expect(judgeLink(typed)).toHaveProperty("error"),
);

test("a link that is refused stays out of the text, one that is allowed opens beside it", async () => {
  const { tiptap, content } = await show(text("<p>read</p>"));
  act(() => void tiptap.commands.selectAll());
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Link" }));
  const url = await screen.findByRole("textbox", { name: "Link" });
  await user.type(url, "foo_bar:x{Enter}");
  expect(screen.getByText("linkifyjs: incorrect scheme format.")).toBeTruthy();
  expect(content()).toBe("<p>read</p>");
  await user.clear(url);
  await user.type(url, "https://example.com{Enter}");
  expect(content()).toBe(`<p>${linked("https://example.com", "read")}</p>`);
});

const linked = (href: string, words = href) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`;

test("an address becomes a link when a space follows, without the full stop behind it", async () => {
  const { tiptap, content } = await show(text("<p>see https://example.com/a.</p>"));
  const at = tiptap.state.selection.from;
  act(
    () =>
      void tiptap.view.someProp("handleTextInput", (handle) => handle(tiptap.view, at, at, " ", () => tiptap.state.tr)),
  );
  act(() => void tiptap.commands.insertContent("now"));
  expect(content()).toBe(`<p>see ${linked("https://example.com/a")}. now</p>`);
});

test("an address that is pasted on words becomes their link", async () => {
  const { tiptap, content } = await show(text("<p>read</p>"));
  act(() => void tiptap.commands.selectAll());
  const clipboardData = { getData: () => "https://example.com" } as unknown as DataTransfer;
  const event = Object.assign(new Event("paste"), { clipboardData }) as ClipboardEvent;
  act(
    () => void tiptap.view.someProp("handlePaste", (handle) => handle(tiptap.view, event, tiptap.state.doc.slice(0))),
  );
  expect(content()).toBe(`<p>${linked("https://example.com", "read")}</p>`);
});

test("a link that the text came with and that may not be is only its words", async () => {
  const { tiptap, content } = await show(text('<p><a href="javascript:alert(1)">x</a></p>'));
  act(() => void tiptap.commands.insertContent("y"));
  expect(content()).toBe("<p>xy</p>");
});

test("list items and blank lines are written as mails need them", async () => {
  const { tiptap, content } = await show(text("<p>one</p><p><br></p><p>two</p>"));
  act(() => void tiptap.chain().setTextSelection(2).toggleBulletList().run());
  expect(content()).toBe("<ul><li>one</li></ul><p><br></p><p>two</p>");
});

test("lists are written with the keyboard: items, deeper items, and out again", async () => {
  const { tiptap, content } = await show(text("<p>one</p>"));
  const press = (key: string) => act(() => void tiptap.commands.keyboardShortcut(key));
  const write = (words: string) => act(() => void tiptap.commands.insertContent(words));
  press("Mod-Shift-7");
  press("Enter");
  write("two");
  press("Tab");
  expect(content()).toBe("<ol><li>one<ol><li>two</li></ol></li></ol>");
  press("Shift-Tab");
  press("Enter");
  press("Enter");
  write("after");
  expect(content()).toBe("<ol><li>one</li><li>two</li></ol><p>after</p>");
});

test.each([
  '<ol start="3"><li>a</li></ol>',
  "<ul><li>a<ul><li>b</li></ul></li></ul>",
  "<pre>a\n  b</pre>",
  "<blockquote><p>a</p></blockquote>",
  '<h3 style="text-align:center">a</h3>',
  '<p dir="rtl">a<br>b <s>c</s> <u>d</u> <code>e</code></p>',
])("%s survives being written in", async (html) => {
  const { tiptap, content } = await show(text(`${html}<p>end</p>`));
  act(() => void tiptap.commands.insertContent("!"));
  expect(content()).toBe(`${html}<p>end!</p>`);
});

test("a heading takes no blocks, and Enter ends it", async () => {
  const { tiptap, content, onDone } = await show(heading("Old"));
  act(() => void tiptap.commands.insertContent("<ul><li>one</li></ul><p><b>two</b></p>"));
  expect(content()).not.toMatch(/<(ul|li|p)/);
  expect(content()).toContain("<strong>two</strong>");
  act(() => void tiptap.commands.keyboardShortcut("Enter"));
  expect(onDone).toHaveBeenCalled();
});

test("the toolbar is reached by Alt+F10, walked by arrows, and goes 150 ms after the focus has left", async () => {
  await show(text("<p>a</p>"));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.keyboard("{Alt>}{F10}{/Alt}");
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Paragraph style" }));
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bold" }));
  act(() => screen.getByText("elsewhere").focus());
  act(() => vi.advanceTimersByTime(TOOLBAR_HIDES_MS - 10));
  expect(screen.queryByRole("toolbar")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
});

test("Esc closes what is open, then leaves the text", async () => {
  const { onDone } = await show(text("<p>a</p>"));
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Link" }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a value that needs it is escaped in the tag", () => {
  expect(tagSource({ path: "subscriber.last_name", fallback: 'x & "y"' })).toBe(
    '{{ subscriber.last_name | default("x &amp; \\"y\\"") }}',
  );
});
