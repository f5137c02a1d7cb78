import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { blankDocument } from "@/email/factory";
import { createEditor } from "../state";
import { readDraft, writeDraft } from "./drafts";
import { useAutosave } from "./use-autosave";

const KEY = "letterpress-draft-1-template-7";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const editor = createEditor(blankDocument());
  const hook = renderHook(() => useAutosave(editor, KEY, { current: 3 }));
  const write = (subject: string) => editor.dispatch({ type: "fields", patch: { subject } });
  return { editor, hook, write, kept: () => readDraft(KEY)?.document.subject ?? null };
}

test("unsaved work is kept a second after it was begun, not with every key", () => {
  const setItem = vi.spyOn(Storage.prototype, "setItem");
  const { write, kept } = start();
  write("A");
  vi.advanceTimersByTime(999);
  write("All");
  expect(setItem).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(setItem).toHaveBeenCalledTimes(1);
  expect(kept()).toBe("All");
  expect(readDraft(KEY)?.revision).toBe(3);
});

test("selecting is no work", () => {
  const { editor, kept } = start();
  editor.dispatch({ type: "select", id: null });
  vi.advanceTimersByTime(5000);
  expect(kept()).toBeNull();
});

test("a save ends what waits to be kept", () => {
  const { editor, write, kept } = start();
  write("A");
  editor.dispatch({ type: "saved" });
  vi.advanceTimersByTime(5000);
  expect(kept()).toBeNull();
});

test("undoing everything leaves nothing to recover", () => {
  const { editor, write, kept } = start();
  write("A");
  vi.advanceTimersByTime(1000);
  expect(kept()).toBe("A");
  editor.dispatch({ type: "undo" });
  expect(kept()).toBeNull();
});

test.each([
  ["the page goes", () => dispatchEvent(new Event("pagehide"))],
  [
    "the tab is hidden",
    () => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
      document.dispatchEvent(new Event("visibilitychange"));
    },
  ],
])("when %s, it is kept at once", (_, goes) => {
  const { write, kept } = start();
  write("A");
  goes();
  expect(kept()).toBe("A");
});

test("leaving the editor keeps what still waits", () => {
  const { hook, write, kept } = start();
  write("A");
  hook.unmount();
  expect(kept()).toBe("A");
});

test("a browser without room says so", () => {
  const { hook, write } = start();
  expect(hook.result.current).toBe(true);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  write("A");
  vi.advanceTimersByTime(1000);
  hook.rerender();
  expect(hook.result.current).toBe(false);
});

test("a draft comes back as it was, and anything else is none", () => {
  const document = { ...blankDocument(), subject: "Mine" };
  expect(writeDraft(KEY, { document, revision: null, at: 5 })).toBe(true);
  expect(readDraft(KEY)).toEqual({ document, revision: null, at: 5 });
  for (const broken of ["{", "null", "[]", "7", '{"document":null}', '{"document":{"blocks":[]}}', '{"at":1}']) {
    localStorage.setItem(KEY, broken);
    expect(readDraft(KEY), broken).toBeNull();
  }
});
