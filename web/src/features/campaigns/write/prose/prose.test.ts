import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { designText, readDesign } from "../design";
import { changePart, insertPart, newPart } from "./commands";
import { Prose } from "./prose";
import { Views } from "./views";

const events = () => ({
  onChange: vi.fn(),
  onOpenTags: vi.fn(),
  onEditTag: vi.fn(),
  onOpenLink: vi.fn(),
  onInsert: vi.fn(),
  onFiles: vi.fn(),
  onLost: vi.fn(),
});

let prose: Prose;
let told: ReturnType<typeof events>;

function open(blocks: unknown[] | null) {
  const element = document.createElement("div");
  document.body.append(element);
  told = events();
  prose = new Prose({
    element,
    design: blocks ? designText({ blocks, theme: { fontSize: 18 } }) : "",
    parts: new Views(),
    events: told,
  });
  prose.editor.commands.setTextSelection(prose.editor.state.doc.content.size - 1);
}

/** As a keyboard does: each letter is offered to those who make something of it. */
function type(text: string) {
  const { view } = prose;
  for (const letter of text) {
    if (letter === "\n") {
      prose.editor.commands.keyboardShortcut("Enter");
      continue;
    }
    const { from, to } = view.state.selection;
    const deed = () => view.state.tr.insertText(letter, from, to);
    if (!view.someProp("handleTextInput", (offer) => offer(view, from, to, letter, deed))) view.dispatch(deed());
  }
}

/** What a browser tells a page of a clipboard. */
function paste(html: string, files: File[] = []) {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { files, getData: (kind: string) => (kind === "text/html" ? html : "") } });
  prose.view.dom.dispatchEvent(event);
}

const blocks = () => readDesign(prose.read())?.blocks as { type: string; content?: string; level?: number }[];

beforeEach(() => open(null));
afterEach(() => {
  prose.destroy();
  vi.useRealTimers();
});

test.each([
  ["Some **bold** text", "<p>Some <strong>bold</strong> text</p>"],
  ["Some *slanted* text", "<p>Some <em>slanted</em> text</p>"],
  ["Some `code` too", "<p>Some <code>code</code> too</p>"],
  [
    "See [the **map**](https://example.com/map) here",
    '<p>See <a href="https://example.com/map" target="_blank" rel="noopener noreferrer nofollow">the <strong>map</strong></a> here</p>',
  ],
  ["No [trap](javascript:x) here", "<p>No [trap](javascript:x) here</p>"],
  ["- one\ntwo", "<ul><li>one</li><li>two</li></ul>"],
  ["3. three\nfour", '<ol start="3"><li>three</li><li>four</li></ol>'],
  ["> said", "<blockquote><p>said</p></blockquote>"],
  ['Dear {{ subscriber.first_name | default("you") }},', '<p>Dear {{ subscriber.first_name | default("you") }},</p>'],
])("%s", (typed, content) => {
  type(typed);
  expect(blocks()).toMatchObject([{ type: "text", content }]);
});

test("headings and lines are blocks of the mail", () => {
  type("Hello\n## News\nIt rained.\n---More");
  expect(blocks().map(({ type: kind, content, level }) => [kind, content, level])).toEqual([
    ["text", "<p>Hello</p>", undefined],
    ["heading", "News", 2],
    ["text", "<p>It rained.</p>", undefined],
    ["divider", undefined, undefined],
    ["text", "<p>More</p>", undefined],
  ]);
});

test("what is undone is as it was, to the byte", () => {
  const before = [{ id: "a", type: "text", content: "<p>One</p>" }];
  prose.destroy();
  open(before);
  const text = prose.read();
  type(" and two");
  expect(blocks()).toEqual([{ ...before[0], content: "<p>One and two</p>" }]);
  prose.editor.commands.undo();
  expect(prose.read()).toBe(text);
  prose.editor.commands.redo();
  expect(blocks()).toEqual([{ ...before[0], content: "<p>One and two</p>" }]);
});

test("nothing written is no design, and a change is told once for each", () => {
  expect(prose.read()).toBe("");
  type("a");
  expect(told.onChange).toHaveBeenCalledTimes(1);
  expect(blocks()).toHaveLength(1);
});

test("a slash on an empty line asks what to add; elsewhere it is a slash", async () => {
  type("/");
  await waitFor(() => expect(told.onInsert).toHaveBeenCalledWith(1, 2));
  prose.editor.commands.deleteRange({ from: 1, to: 2 });
  type("either/or");
  expect(told.onInsert).toHaveBeenCalledTimes(1);
  expect(blocks()).toMatchObject([{ content: "<p>either/or</p>" }]);
});

test("a part takes the place of an empty line, stands below one that is not, and one goes on writing under it", () => {
  type("Hello\n");
  const put = (type: "button" | "divider") => {
    const tr = insertPart(prose.editor.state, newPart(type));
    if (tr) prose.view.dispatch(tr);
  };
  put("button");
  type("below");
  put("divider");
  type("end");
  expect(blocks().map(({ type: kind, content }) => content ?? kind)).toEqual([
    "<p>Hello</p>",
    "button",
    "<p>below</p>",
    "divider",
    "<p>end</p>",
  ]);
});

test("what is changed in a part is its block's, and can be undone", () => {
  const button = { id: "b", type: "button", text: "Go", href: "#", variant: "primary" };
  prose.destroy();
  open([button]);
  changePart(prose.editor, 0, { ...button, text: "Come" } as never);
  expect(blocks()).toEqual([{ ...button, text: "Come" }]);
  prose.editor.commands.undo();
  expect(blocks()).toEqual([button]);
});

test("another window's save is shown where it differs; what is undone here stays undone here", () => {
  prose.destroy();
  open([
    { id: "a", type: "text", content: "<p>One</p>" },
    { id: "h", type: "heading", level: 2, content: "Two" },
  ]);
  prose.editor.commands.setTextSelection(4);
  type("!");
  const theirs = designText({
    blocks: [
      { id: "a", type: "text", content: "<p>One!</p>" },
      { id: "h", type: "heading", level: 2, content: "Second" },
    ],
    theme: null,
  });
  prose.show(theirs);
  expect(prose.read()).toBe(theirs);
  expect(told.onChange).toHaveBeenCalledTimes(1);
  expect(prose.editor.state.selection.from).toBe(5);
  prose.editor.commands.undo();
  expect(blocks().map(({ content }) => content)).toEqual(["<p>One</p>", "Second"]);
});

test("a paste brings text, pictures and lines, and says which pictures stay behind", () => {
  const html =
    '<html><body><p class=MsoNormal style="margin:0cm"><b>Dear</b> reader<o:p></o:p></p><h2>News</h2>' +
    '<img src="https://example.com/a.png" alt="A" width="300"><hr><img src="file:///b.png" width="300"><p>End</p></body></html>';
  paste(html);
  expect(blocks().map(({ type: kind, content }) => [kind, content?.replace(/<\/?(b|strong)>/g, "*")])).toEqual([
    ["text", "<p>*Dear* reader</p>"],
    ["heading", "News"],
    ["image", undefined],
    ["divider", undefined],
    ["text", "<p>End</p>"],
  ]);
  expect(told.onLost).toHaveBeenCalledTimes(1);
});

test("files that are pasted go where the caret is, unless there are words with them", () => {
  const picture = new File(["x"], "a.png", { type: "image/png" });
  type("Hello\n");
  paste('<meta charset="utf-8"><img src="https://example.com/a.png">', [picture]);
  expect(told.onFiles).toHaveBeenCalledWith([picture], 7);
  paste("<p>words</p>", [picture]);
  expect(told.onFiles).toHaveBeenCalledTimes(1);
  expect(blocks()).toMatchObject([{ content: "<p>Hello</p><p>words</p>" }]);
});

test("lines and parts are moved by keys", () => {
  type("one\ntwo");
  prose.editor.commands.keyboardShortcut("Alt-ArrowUp");
  expect(blocks()).toMatchObject([{ content: "<p>two</p><p>one</p>" }]);
  prose.editor.commands.keyboardShortcut("Alt-ArrowUp");
  prose.editor.commands.keyboardShortcut("Alt-ArrowDown");
  expect(blocks()).toMatchObject([{ content: "<p>one</p><p>two</p>" }]);
});

test("braces that open the choice of merge tags are no text until nothing is chosen", () => {
  type("Dear {{");
  expect(told.onOpenTags).toHaveBeenCalledWith(6, 8);
  expect(prose.ask({ from: 6, to: 8 })).toBe(true);
  expect(blocks()).toMatchObject([{ content: "<p>Dear </p>" }]);
  expect(prose.ask(null)).toBe(true);
  expect(prose.ask(null)).toBe(false);
  expect(blocks()).toMatchObject([{ content: "<p>Dear {{</p>" }]);
});
