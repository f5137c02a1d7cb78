import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blankDocument, createBlock } from "@/email/factory";
import { MAX_COLUMNS } from "@/email/nesting";
import { type Block, blockTypes, type EmailDocument } from "@/email/types";
import { advance, GROUP_MS, type History, startHistory, viewOf } from "./history";
import { createEditor } from "./store";
import { findEntry, indexBlocks } from "./tree";
import type { Action, Place } from "./types";

const start = (): EmailDocument => ({ ...blankDocument(), blocks: [createBlock("heading"), createBlock("columns")] });

/** An action told by numbers, so that it means something in whatever mail it meets. */
type Told = { kind: number; which: number; where: number; column: number; type: number; wait: number };

const told = fc.record({
  kind: fc.nat(16),
  which: fc.nat(40),
  where: fc.integer({ min: -2, max: 12 }),
  column: fc.integer({ min: -1, max: 4 }),
  type: fc.nat(blockTypes.length - 1),
  wait: fc.constantFrom(0, GROUP_MS - 1, GROUP_MS),
});

function actionOf({ kind, which, where, column, type, wait }: Told, document: EmailDocument): Action {
  const ids = [...indexBlocks(document.blocks).keys()];
  const id = ids[which % (ids.length || 1)] ?? "none";
  const host = [...indexBlocks(document.blocks).values()].map((e) => e.block).filter((b) => b.type === "columns");
  const parent = host[which % (host.length || 1)];
  const at: Place = { parent: column >= 0 && parent ? { id: parent.id, column } : null, index: where };
  const block = createBlock(blockTypes[type] ?? "text");
  const existing = findEntry(document.blocks, id)?.block ?? block;
  const actions: Action[] = [
    { type: "add", block, at },
    { type: "add", block },
    { type: "insert", blocks: [existing, block, existing], at },
    { type: "update", id, patch: { content: `text ${where}` }, field: "content" },
    { type: "update", id, patch: { columns: Array.from({ length: column + 1 }, () => [block]) } },
    { type: "style", id, patch: { color: where > 4 ? "#123456" : undefined } },
    { type: "delete", id },
    { type: "duplicate", id },
    { type: "move", id, by: where % 2 ? 1 : -1 },
    { type: "place", id, at },
    { type: "fields", patch: { subject: `subject ${where}` } },
    { type: "theme", patch: { contentWidth: 500 + where, button: { borderRadius: where } } },
    { type: "replace", document: { ...document, blocks: [...document.blocks, existing] }, label: "Import" },
    { type: "clear" },
    { type: "select", id: wait ? id : null },
    { type: "edit", id },
    { type: "saved" },
  ];
  return actions[kind] ?? { type: "undo" };
}

function run(history: History, told: Told[]): History {
  let at = 1000;
  return told.reduce((now, next) => {
    at += next.wait;
    return advance(now, actionOf(next, now.now.document), at);
  }, history);
}

const all = (blocks: Block[]): Block[] =>
  blocks.flatMap((b) => [b, ...(b.type === "columns" ? all(b.columns.flat()) : [])]);

describe("whatever is done", () => {
  test("ids stay unique, columns hold no columns, and there are one to four", () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 40 }), (steps) => {
        const { blocks } = run(startHistory(start()), steps).now.document;
        const ids = all(blocks).map((block) => block.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const block of all(blocks)) {
          if (block.type !== "columns") continue;
          expect(block.columns.length).toBeGreaterThanOrEqual(1);
          expect(block.columns.length).toBeLessThanOrEqual(MAX_COLUMNS);
          expect(block.columns.flat().some((inner) => inner.type === "columns")).toBe(false);
        }
      }),
    );
  });

  test("undo then redo gives the very same mail and selection", () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 30 }), (steps) => {
        const history = run(startHistory(start()), steps);
        if (!viewOf(history).canUndo) return;
        const back = advance(advance(history, { type: "undo" }, 0), { type: "redo" }, 0);
        expect(back.now.document).toBe(history.now.document);
        expect(back.now.selectedId).toBe(history.past.at(-1)?.after.selectedId);
      }),
    );
  });

  test("undoing everything leads to the start, and redoing everything back to the end", () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 60 }), (steps) => {
        const first = startHistory(start());
        const end = run(first, steps);
        let history = end;
        while (viewOf(history).canUndo) history = advance(history, { type: "undo" }, 0);
        expect(history.now.document).toBe(first.now.document);
        while (viewOf(history).canRedo) history = advance(history, { type: "redo" }, 0);
        expect(history.now.document).toBe(end.now.document);
      }),
    );
  });

  test("the selected block exists, and blocks that were not meant are the same objects", () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 30 }), fc.nat(40), (steps, which) => {
        const history = run(startHistory(start()), steps);
        const { document, selectedId } = history.now;
        const index = indexBlocks(document.blocks);
        if (selectedId !== null) expect(index.has(selectedId)).toBe(true);
        const id = [...index.keys()][which % (index.size || 1)];
        if (id === undefined) return;
        const after = advance(history, { type: "style", id, patch: { margin: "1px" } }, 0).now.document.blocks;
        const parent = index.get(id)?.place.parent?.id;
        for (const block of document.blocks) {
          if (block.id !== id && block.id !== parent) expect(after).toContain(block);
        }
      }),
    );
  });
});

const editorOf = (document = start()) => {
  let now = 0;
  const editor = createEditor(document, { clock: () => now });
  const [heading, columns] = document.blocks;
  return {
    editor,
    heading: heading?.id ?? "",
    columns: columns?.id ?? "",
    wait: (ms: number) => {
      now += ms;
    },
  };
};

describe("the history", () => {
  test("typing without a pause is one step, a pause of half a second begins another", () => {
    const { editor, heading, wait } = editorOf();
    const type = (content: string) =>
      editor.dispatch({ type: "update", id: heading, patch: { content }, field: "content" });
    type("a");
    wait(499);
    type("ab");
    wait(500);
    type("abc");
    const content = () => findEntry(editor.getState().document.blocks, heading)?.block;
    editor.dispatch({ type: "undo" });
    expect(content()).toMatchObject({ content: "ab" });
    editor.dispatch({ type: "undo" });
    expect(content()).toMatchObject({ content: "New Heading" });
    expect(editor.getState().canUndo).toBe(false);
  });

  test("another field is another step", () => {
    const { editor, heading } = editorOf();
    editor.dispatch({ type: "update", id: heading, patch: { content: "a" }, field: "content" });
    editor.dispatch({ type: "update", id: heading, patch: { level: 3 }, field: "level" });
    editor.dispatch({ type: "undo" });
    expect(editor.getState().document.blocks[0]).toMatchObject({ content: "a", level: 2 });
  });

  test("keeps a hundred steps", () => {
    const { editor } = editorOf();
    for (let step = 0; step < 120; step++) editor.dispatch({ type: "add", block: createBlock("divider") });
    let undone = 0;
    for (; editor.getState().canUndo; undone++) editor.dispatch({ type: "undo" });
    expect(undone).toBe(100);
    expect(editor.getState().document.blocks).toHaveLength(22);
  });

  test("says what undo and redo would do", () => {
    const { editor, heading } = editorOf();
    editor.dispatch({ type: "update", id: heading, patch: { content: "a" } });
    expect(editor.getState().undoLabel).toBe("Edit heading");
    editor.dispatch({ type: "delete", id: heading });
    expect(editor.getState().undoLabel).toBe("Delete heading");
    editor.dispatch({ type: "undo" });
    expect(editor.getState()).toMatchObject({ undoLabel: "Edit heading", redoLabel: "Delete heading" });
  });

  test("brings the selection back", () => {
    const { editor, heading } = editorOf();
    editor.dispatch({ type: "select", id: heading });
    editor.dispatch({ type: "delete", id: heading });
    expect(editor.getState().selectedId).toBeNull();
    editor.dispatch({ type: "undo" });
    expect(editor.getState().selectedId).toBe(heading);
  });
});

describe("unsaved changes", () => {
  test("are there after a change and gone after saving, undoing to what was saved, or clearing", () => {
    const { editor, heading } = editorOf();
    const dirty = () => editor.getState().dirty;
    expect(dirty()).toBe(false);
    editor.dispatch({ type: "fields", patch: { subject: "News" } });
    expect(dirty()).toBe(true);
    editor.dispatch({ type: "saved" });
    expect(dirty()).toBe(false);
    editor.dispatch({ type: "delete", id: heading });
    expect(dirty()).toBe(true);
    editor.dispatch({ type: "undo" });
    expect(dirty()).toBe(false);
    editor.dispatch({ type: "undo" });
    expect(dirty()).toBe(true);
    editor.dispatch({ type: "clear" });
    expect(editor.getState()).toMatchObject({ dirty: false, selectedId: null, document: { blocks: [] } });
  });

  test("are not there when a value is set to what it was, or only the selection changes", () => {
    const { editor, heading } = editorOf();
    editor.dispatch({ type: "update", id: heading, patch: { content: "New Heading" } });
    editor.dispatch({ type: "select", id: heading });
    editor.dispatch({ type: "theme", patch: { contentWidth: 600 } });
    editor.dispatch({ type: "move", id: heading, by: -1 });
    expect(editor.getState()).toMatchObject({ dirty: false, canUndo: false });
  });

  test("stay when the mail changed while it was being saved, and typing goes on as a new step", () => {
    const { editor, heading } = editorOf();
    const type = (content: string) => editor.dispatch({ type: "update", id: heading, patch: { content } });
    type("a");
    const sent = editor.getState().document;
    editor.dispatch({ type: "saved", document: sent });
    type("ab");
    editor.dispatch({ type: "saved", document: sent });
    expect(editor.getState().dirty).toBe(true);
    editor.dispatch({ type: "undo" });
    expect(editor.getState().document).toBe(sent);
    expect(editor.getState().dirty).toBe(false);
  });
});

describe("blocks", () => {
  test("an unknown type is refused", () => {
    const { editor } = editorOf();
    const block = { ...createBlock("text"), type: "marquee" } as unknown as Block;
    expect(() => editor.dispatch({ type: "add", block })).toThrow("Unknown block type: marquee");
  });

  test("a new or duplicated block is selected and stands behind the one it came from", () => {
    const { editor, heading } = editorOf();
    editor.dispatch({ type: "select", id: heading });
    const text = createBlock("text");
    editor.dispatch({ type: "add", block: text });
    expect(editor.getState().selectedId).toBe(text.id);
    editor.dispatch({ type: "duplicate", id: heading });
    const { document, selectedId } = editor.getState();
    expect(document.blocks.map((b) => b.type)).toEqual(["heading", "heading", "text", "columns"]);
    expect(document.blocks[1]?.id).toBe(selectedId);
    expect(document.blocks[1]?.id).not.toBe(heading);
  });

  test("go into, between and out of columns, but columns not into columns", () => {
    const { editor, heading, columns } = editorOf();
    const place = (column: number | null, index: number) =>
      editor.dispatch({
        type: "place",
        id: heading,
        at: { parent: column === null ? null : { id: columns, column }, index },
      });
    place(0, 0);
    expect(editor.getState().document.blocks).toMatchObject([{ id: columns, columns: [[{ id: heading }], []] }]);
    place(1, 5);
    expect(editor.getState().document.blocks).toMatchObject([{ columns: [[], [{ id: heading }]] }]);
    place(null, 1);
    expect(editor.getState().document.blocks.map((b) => b.id)).toEqual([columns, heading]);
    const other = createBlock("columns");
    editor.dispatch({ type: "add", block: other, at: { parent: { id: columns, column: 0 }, index: 0 } });
    expect(editor.getState().document.blocks.map((b) => b.id)).toEqual([columns, other.id, heading]);
    editor.dispatch({ type: "place", id: other.id, at: { parent: { id: columns, column: 0 }, index: 0 } });
    expect(editor.getState().document.blocks.map((b) => b.id)).toEqual([columns, other.id, heading]);
  });

  test("a selected block that goes with its column is not selected any more", () => {
    const { editor, columns } = editorOf();
    editor.dispatch({ type: "add", block: createBlock("text"), at: { parent: { id: columns, column: 1 }, index: 0 } });
    editor.dispatch({ type: "update", id: columns, patch: { columns: [[]] } });
    expect(editor.getState().selectedId).toBeNull();
  });

  test("pasting a block that is there already gives it an id of its own", () => {
    const { editor, heading } = editorOf();
    const block = findEntry(editor.getState().document.blocks, heading)?.block;
    editor.dispatch({ type: "insert", blocks: block ? [block] : [] });
    const ids = editor.getState().document.blocks.map((b) => b.id);
    expect(new Set(ids).size).toBe(3);
  });

  test("only what differs from the theme's defaults is kept", () => {
    const { editor } = editorOf();
    editor.dispatch({ type: "theme", patch: { contentWidth: 640, button: { borderRadius: 9 } } });
    editor.dispatch({ type: "theme", patch: { button: { fontSize: 20 } } });
    expect(editor.getState().document.theme).toEqual({ contentWidth: 640, button: { borderRadius: 9, fontSize: 20 } });
    editor.dispatch({
      type: "theme",
      patch: { contentWidth: undefined, button: { borderRadius: 4, fontSize: undefined } },
    });
    expect(editor.getState().document.theme).toEqual({});
  });
});
