import { expect, test } from "vitest";
import { importsOf, isShownByEditor, sources } from "@/testing/sources";

/**
 * The editor's rooms, from the top down. A room, which is a folder or a file beside this one, uses the rooms of the
 * floors below its own, and on its own floor those named before it.
 */
const floors: [floor: string, rooms: string[]][] = [
  ["page", ["parts", "layout", "overlays", "email-editor", "session", "index"]],
  ["panels", ["saved", "palette", "menus", "dialogs", "properties", "theme"]],
  ["mail", ["clipboard", "dnd", "richtext", "canvas"]],
  ["hands", ["pictures", "view", "commands", "keyboard", "controls", "checks"]],
  ["ground", ["words", "host", "state", "ui", "lazy-part"]],
];

const order = floors.toReversed().flatMap(([, rooms]) => rooms);

/** Null for what is no part of the editor. */
function roomOf(file: string): string | null {
  if (isShownByEditor(file)) return /\/panel\b/.test(file) ? "properties" : "palette";
  return /^editor\/([^/.]+)/.exec(file)?.[1] ?? (file === "editor" ? "index" : null);
}

const arrows = sources.flatMap((file) => {
  const from = roomOf(file);
  if (from === null || from === "testing") return [];
  return importsOf(file).flatMap((target) => {
    const to = roomOf(target);
    return to === null || to === from ? [] : [{ file, from, to }];
  });
});

test("every room has its place", () => {
  const rooms = new Set(sources.map(roomOf).filter((room) => room !== null && room !== "testing"));
  expect([...rooms].sort()).toEqual([...order].sort());
});

test("no arrow leads up", () => {
  const up = arrows.filter(({ from, to }) => !order.slice(0, order.indexOf(from)).includes(to));
  expect(arrows.length).toBeGreaterThan(200);
  expect(up.map(({ file, to }) => `${file} uses ${to}`)).toEqual([]);
});
