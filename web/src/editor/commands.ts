import { createContext, useContext } from "react";
import { flushSync } from "react-dom";
import { copyBlock, createBlock } from "@/email/factory";
import type { Block, BlockType } from "@/email/types";
import { offerUndo } from "@/lib/notify";
import { type Action, blockNames, type Editor, findEntry, indexBlocks, listAt, type Place } from "./state";
import type { Ui } from "./ui";
import { describePosition } from "./view/describe";
import type { CanvasElements } from "./view/elements";
import { type Step, stepFrom } from "./view/walk";
import { say } from "./words";

/** Everything an author can do to blocks. Pointer, keyboard, menus and clipboard all call these. */
export interface Commands {
  add(type: BlockType, at?: Place): void;
  insert(blocks: Block[], at?: Place, label?: string): void;
  select(id: string | null): void;
  step(key: Step): void;
  edit(id: string): void;
  leaveText(): void;
  move(id: string, by: -1 | 1): void;
  /** To the column beside its own. */
  moveAcross(id: string, by: -1 | 1): void;
  place(id: string, at: Place): void;
  duplicate(id: string): void;
  remove(id: string, verb?: "Delete" | "Cut"): void;
  undo(): void;
  redo(): void;
  clear(): void;
}

interface Tools {
  editor: Editor;
  ui: Ui;
  elements: CanvasElements;
  origin: string;
}

export function createCommands({ editor, ui, elements, origin }: Tools): Commands {
  const blocks = () => editor.getState().document.blocks;
  const find = (id: string) => findEntry(blocks(), id);
  const nameOf = (id: string) => {
    const entry = find(id);
    return entry ? blockNames[entry.block.type] : say.block;
  };
  // The new elements must be there before one of them can have the focus.
  const act = (action: Action) => flushSync(() => editor.dispatch(action));
  const focusSelected = () => {
    const { selectedId } = editor.getState();
    if (selectedId === null) elements.focusTree();
    else elements.focusBlock(selectedId);
  };
  const tellPosition = (id: string, verb: string) =>
    ui.announce(`${nameOf(id)} ${verb}, ${describePosition(blocks(), id)}`);

  // Where the last deleted block stood in the order of reading: arrows go on from there.
  let gap: number | null = null;
  const fromGap = (key: Step): string | null => {
    const order = [...indexBlocks(blocks()).keys()];
    if (gap === null || editor.getState().selectedId !== null) return null;
    if (key === "ArrowDown") return order[Math.min(gap, order.length - 1)] ?? null;
    return key === "ArrowUp" ? (order[Math.max(gap - 1, 0)] ?? null) : null;
  };

  function insert(incoming: Block[], at?: Place, label?: string) {
    act({ type: "insert", blocks: incoming, ...(at ? { at } : {}), ...(label ? { label } : {}) });
    const { selectedId } = editor.getState();
    if (selectedId === null) return;
    focusSelected();
    const text = incoming.length === 1 ? nameOf(selectedId) : say.lengthBlocks(incoming.length);
    ui.announce(say.textAddedSelectedId(text, describePosition(blocks(), selectedId)));
  }

  function moved(id: string, action: Action) {
    const before = blocks();
    const giveFocusBack = elements.holdFocus(id);
    act(action);
    act({ type: "select", id });
    giveFocusBack();
    if (blocks() === before) ui.announce(say.idStaysId(nameOf(id), describePosition(before, id)));
    else tellPosition(id, "moved");
  }

  function remove(id: string, verb: "Delete" | "Cut" = say.deleteIt) {
    const entry = find(id);
    if (!entry) return;
    const name = blockNames[entry.block.type];
    gap = [...indexBlocks(blocks()).keys()].indexOf(id);
    act({ type: "delete", id, label: `${verb} ${name.toLowerCase()}` });
    focusSelected();
    const after = editor.getState().document;
    const takeBack = () => {
      const still = editor.getState().document === after;
      if (still) act({ type: "undo" });
      else insert([entry.block], entry.place, say.restoreToLowerCase(name.toLowerCase()));
      focusSelected();
    };
    offerUndo(verb === "Cut" ? say.nameCut(name) : say.nameDeleted(name), takeBack);
  }

  function retrace(type: "undo" | "redo") {
    const { undoLabel, redoLabel } = editor.getState();
    const label = type === "undo" ? undoLabel : redoLabel;
    if (label === null) return;
    const held = elements.hasFocus();
    act({ type });
    if (held) focusSelected();
    ui.announce(`${type === "undo" ? say.undone : say.redone}: ${label}`);
  }

  return {
    // An unknown type throws here.
    add: (type, at) => insert([createBlock(type, origin)], at, say.addToLowerCase(blockNames[type]?.toLowerCase())),
    insert: (incoming, at, label) => insert(incoming.map(copyBlock), at, label),
    select(id) {
      elements.passing = false;
      editor.dispatch({ type: "select", id });
    },
    step(key) {
      const next = fromGap(key) ?? stepFrom(blocks(), editor.getState().selectedId, key);
      if (next === null) return;
      gap = null;
      elements.step();
      act({ type: "select", id: next });
      elements.focusBlock(next);
    },
    edit: (id) => act({ type: "edit", id }),
    leaveText() {
      const { editingId } = editor.getState();
      act({ type: "edit", id: null });
      if (editingId !== null) elements.focusBlock(editingId);
    },
    move: (id, by) => moved(id, { type: "move", id, by }),
    moveAcross(id, by) {
      const parent = find(id)?.place.parent;
      if (!parent) return;
      const beside = { id: parent.id, column: parent.column + by };
      const list = listAt(blocks(), beside);
      if (list) moved(id, { type: "place", id, at: { parent: beside, index: list.length } });
      else ui.announce(say.idStaysId2(nameOf(id), describePosition(blocks(), id)));
    },
    place: (id, at) => moved(id, { type: "place", id, at }),
    duplicate(id) {
      act({ type: "duplicate", id });
      focusSelected();
      const { selectedId } = editor.getState();
      if (selectedId !== null) tellPosition(selectedId, "duplicated");
    },
    remove,
    undo: () => retrace("undo"),
    redo: () => retrace("redo"),
    clear() {
      const before = editor.getState().document;
      act({ type: "clear" });
      const after = editor.getState().document;
      offerUndo(say.cleared, () => {
        if (editor.getState().document === after) retrace("undo");
        else act({ type: "replace", document: before, label: say.restore });
      });
    },
  };
}

const CommandsContext = createContext<Commands | null>(null);
export const CommandsProvider = CommandsContext.Provider;

export function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error("This part needs an EmailEditor around it");
  return commands;
}
