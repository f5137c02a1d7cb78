import { getSchema } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "@/email/testing/samples";
import type { Block } from "@/email/types";
import { anyDocument } from "@/testing/documents";
import { moveBy } from "./commands";
import { proseExtensions } from "./extensions";
import { Mail } from "./mail";

const nothing = () => undefined;
const events = { onOpenTags: nothing, onEditTag: nothing, onOpenLink: nothing, onDone: nothing };
const schema = getSchema(proseExtensions(events, { settle: (tr) => tr, onInsert: nothing }));

/** A mail that is opened, changed and read. */
function changed(blocks: unknown[], change: (state: EditorState) => EditorState["tr"] | null): Block[] {
  const mail = new Mail(schema);
  const state = EditorState.create({ doc: mail.open(blocks) });
  const tr = change(state);
  return mail.read(tr ? mail.settle(tr).doc : state.doc);
}

const read = (blocks: unknown[]) => changed(blocks, () => null);

/** Where the line with these words begins. */
function placeOf(doc: Node, words: string): number {
  let found = -1;
  doc.descendants((node, at) => {
    if (node.isTextblock && node.textContent === words) found = at;
    return found < 0;
  });
  if (found < 0) throw new Error(`There is no line "${words}"`);
  return found;
}

const node = (type: string, attrs = {}, text = "") => {
  const made = schema.nodes[type]?.create(attrs, text === "" ? null : schema.text(text));
  if (!made) throw new Error(type);
  return made;
};

test.each(Object.entries(samples))("%s comes back byte for byte", (_, { blocks }) => {
  expect(JSON.stringify(read(blocks))).toBe(JSON.stringify(blocks));
});

test("so does any document, sound or not", () => {
  fc.assert(
    fc.property(anyDocument, ({ blocks }) => {
      expect(JSON.stringify(read(blocks))).toBe(JSON.stringify(blocks));
    }),
  );
});

test("what nobody knows stays, and so do blocks that share an id", () => {
  const blocks = [
    { type: "poll", question: "?" },
    { id: "a", type: "text", content: "<p>one</p>" },
    { id: "a", type: "text", content: "<p>two</p>" },
    null,
  ];
  expect(read(blocks)).toEqual(blocks);
});

test("a word that is typed changes its own block and no other", () => {
  const before = samples["starter-essay"]?.blocks ?? [];
  const after = changed(before, ({ tr, doc }) => tr.insertText("!", placeOf(doc, "Where it leaves us") + 1));
  const differ = before.flatMap((block, at) => (JSON.stringify(block) === JSON.stringify(after[at]) ? [] : [at]));
  expect(after).toHaveLength(before.length);
  expect(differ.map((at) => after[at])).toEqual([
    {
      ...before.find((block) => "content" in block && block.content === "Where it leaves us"),
      content: "!Where it leaves us",
    },
  ]);
});

const styled = { id: "a", type: "text", content: "<p>one</p><p>two</p>", style: { color: "#333333" } };

test("a line between two is of their block; so are lines of a list and a quote", () => {
  const after = changed([styled], ({ tr, doc }) => tr.insert(placeOf(doc, "two"), node("paragraph", {}, "between")));
  expect(after).toEqual([{ ...styled, content: "<p>one</p><p>between</p><p>two</p>" }]);
});

test("a part between two lines cuts their block in two of the same look", () => {
  const divider = { id: "d", type: "divider", thickness: 1 };
  const after = changed([styled], ({ tr, doc }) => tr.insert(placeOf(doc, "two"), node("part", { mail: divider })));
  expect(after).toMatchObject([
    { ...styled, content: "<p>one</p>" },
    divider,
    { type: "text", content: "<p>two</p>", style: styled.style },
  ]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(3);
});

test("a line that becomes a heading is a heading of the mail; its level takes the size along", () => {
  const after = changed([styled], ({ tr, doc }) =>
    tr.setNodeMarkup(placeOf(doc, "one"), schema.nodes.heading, { level: 3, block: "a" }),
  );
  expect(after).toMatchObject([
    { type: "heading", level: 3, content: "one", style: { fontSize: "24px" } },
    { ...styled, content: "<p>two</p>" },
  ]);
  const again = changed(after, ({ tr, doc }) => tr.setNodeAttribute(placeOf(doc, "one"), "level", 1));
  expect(again[0]).toMatchObject({ id: after[0]?.id, level: 1, style: { fontSize: "32px" } });
});

test("a heading inside a text stays there", () => {
  const text = { id: "a", type: "text", content: "<h2>Title</h2><p>one</p>" };
  const after = changed([text], ({ tr, doc }) => tr.insertText("!", placeOf(doc, "one") + 4));
  expect(after).toEqual([{ ...text, content: "<h2>Title</h2><p>one!</p>" }]);
});

test("merge tags and what a text may hold are the same after an edit beside them", () => {
  const content =
    '<p>Hi {{ subscriber.first_name | default("you & me") }}, <strong>so</strong> <a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">it</a> is.</p><ul><li>one</li><li>two</li></ul><p><br></p><blockquote><p>q</p></blockquote><pre>a\nb</pre>';
  const after = changed([{ id: "a", type: "text", content: `${content}<p>end</p>` }], ({ tr, doc }) =>
    tr.insertText("!", placeOf(doc, "end") + 4),
  );
  expect(after).toEqual([{ id: "a", type: "text", content: `${content}<p>end!</p>` }]);
});

test("an empty mail has no blocks, and lines that stay empty make none", () => {
  expect(read([])).toEqual([]);
  const after = changed([], ({ tr, doc }) => tr.insertText("Hello", 1).insert(doc.content.size + 5, node("paragraph")));
  expect(after).toMatchObject([{ type: "text", content: "<p>Hello</p>" }]);
  const image = { id: "i", type: "image", src: "https://example.com/a.png", alt: "A" };
  expect(read([image])).toEqual([image]);
});

test("what is moved keeps its block", () => {
  const image = { id: "i", type: "image", src: "https://example.com/a.png", alt: "A" };
  const after = changed([styled, image], (state) => moveBy(state, 1));
  expect(after).toMatchObject([{ content: "<p>two</p><p>one</p>", id: "a" }, image]);
});

test("a part that is copied gets an id of its own", () => {
  const image = { id: "i", type: "image", src: "https://example.com/a.png", alt: "A" };
  const after = changed([image], ({ tr, doc }) => tr.insert(0, doc.child(0)));
  expect(after).toHaveLength(2);
  expect(after[0]?.id).not.toBe(after[1]?.id);
});
