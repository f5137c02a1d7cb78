import type { EmailDocument } from "@/email/types";
import { say } from "../words";
import { blocksLabel, stepLabel } from "./labels";
import { type Outcome, reduce } from "./reduce";
import { findEntry, indexBlocks } from "./tree";
import type { Action, Change, EditorState } from "./types";

export const HISTORY_DEPTH = 100;
export const GROUP_MS = 500;

interface Step {
  before: Outcome;
  after: Outcome;
  label: string;
  /** Steps of the same group that follow one another quickly are one. */
  group: string | null;
  at: number;
}

/** The mail with all that can be undone and redone. Steps share their unchanged parts, so they cost little. */
export interface History {
  now: Outcome;
  editingId: string | null;
  past: Step[];
  future: Step[];
  saved: EmailDocument;
}

export const startHistory = (document: EmailDocument): History => ({
  now: { document, selectedId: null },
  editingId: null,
  past: [],
  future: [],
  saved: document,
});

export function viewOf(history: History): EditorState {
  const undo = history.past.at(-1);
  const redo = history.future.at(-1);
  return {
    document: history.now.document,
    selectedId: history.now.selectedId,
    editingId: history.editingId,
    dirty: history.now.document !== history.saved,
    canUndo: undo !== undefined,
    canRedo: redo !== undefined,
    undoLabel: undo?.label ?? null,
    redoLabel: redo?.label ?? null,
  };
}

/** Does one action at a time in ms; gives the same history back when nothing changes. */
export function advance(history: History, action: Action, at: number): History {
  switch (action.type) {
    case "select":
      return select(history, action.id, false);
    case "edit":
      return action.id === null ? leaveText(history) : select(history, action.id, true);
    case "saved":
      return { ...history, saved: action.document ?? history.now.document, past: sealed(history.past) };
    case "undo":
      return undo(history);
    case "redo":
      return redo(history);
    default:
      return change(history, action, at);
  }
}

const leaveText = (history: History) => (history.editingId === null ? history : { ...history, editingId: null });

function select(history: History, id: string | null, editing: boolean): History {
  const { document, selectedId } = history.now;
  const known = id !== null && indexBlocks(document.blocks).has(id) ? id : null;
  if (id !== null && known === null) return history;
  const editingId = editing ? known : known === history.editingId ? history.editingId : null;
  if (known === selectedId && editingId === history.editingId) return history;
  const begins = editingId !== null && editingId !== history.editingId;
  const past = begins ? sealed(history.past) : history.past;
  return { ...history, now: { document, selectedId: known }, editingId, past };
}

function change(history: History, action: Change, at: number): History {
  const after = reduce(history.now, action);
  if (after.document === history.now.document) return history;
  const step: Step = {
    before: history.now,
    after,
    label: labelOf(action, history.now, after),
    group: isWriting(history, action) ? `${WRITING}${history.editingId}` : groupOf(action),
    at,
  };
  return {
    now: after,
    editingId: after.selectedId === history.editingId ? history.editingId : null,
    past: append(history.past, step),
    future: [],
    saved: action.type === "clear" ? after.document : history.saved,
  };
}

const WRITING = "writing ";

/** Text that is written where it stands has an undo of its own meanwhile; afterwards all of it is one step. */
const isWriting = (history: History, action: Change) =>
  action.type === "update" && action.field === "content" && action.id === history.editingId;

function append(past: Step[], step: Step): Step[] {
  const last = past.at(-1);
  const same = last && step.group !== null && last.group === step.group;
  const joins = same && (step.at - last.at < GROUP_MS || step.group?.startsWith(WRITING));
  if (joins) return past.with(-1, { ...last, after: step.after, at: step.at });
  return [...past.slice(-(HISTORY_DEPTH - 1)), step];
}

/** What is saved stays reachable: later typing begins a step of its own. */
function sealed(past: Step[]): Step[] {
  const last = past.at(-1);
  return last ? past.with(-1, { ...last, group: null }) : past;
}

function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    ...history,
    now: step.before,
    editingId: null,
    past: history.past.slice(0, -1),
    future: [...history.future, step],
  };
}

function redo(history: History): History {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    ...history,
    now: step.after,
    editingId: null,
    past: [...history.past, { ...step, group: null }],
    future: history.future.slice(0, -1),
  };
}

function groupOf(action: Change): string | null {
  switch (action.type) {
    case "update":
    case "style":
      return `${action.type} ${action.id} ${action.field ?? Object.keys(action.patch).sort().join()}`;
    case "fields":
      return `fields ${Object.keys(action.patch).sort().join()}`;
    case "theme":
      return `theme ${action.field ?? JSON.stringify(keysOf(action.patch))}`;
    default:
      return null;
  }
}

const keysOf = (value: object): unknown =>
  Object.entries(value).map(([key, inner]) => (typeof inner === "object" && inner ? [key, keysOf(inner)] : key));

function labelOf(action: Change, before: Outcome, after: Outcome): string {
  const named = (verb: string, id: string | null) => {
    const entry = id === null ? null : findEntry(before.document.blocks, id);
    return entry ? stepLabel(verb, entry.block.type) : verb;
  };
  switch (action.type) {
    case "add":
      return stepLabel(say.add, action.block.type);
    case "insert":
      return action.label ?? blocksLabel(say.insert, action.blocks);
    case "update":
    case "style":
      return named(say.edit, action.id);
    case "delete":
      return action.label ?? named(say.deleteIt, action.id);
    case "duplicate":
      return named(say.duplicate, action.id);
    case "move":
    case "place":
      return named(say.move, action.id);
    case "fields":
      return say.editDocument(changedField(before.document, after.document));
    case "theme":
      return say.editTheme;
    case "replace":
      return action.label;
    case "clear":
      return say.clear;
  }
}

function changedField(before: EmailDocument, after: EmailDocument): string {
  if (before.name !== after.name) return "name";
  return before.subject !== after.subject ? "subject" : "preheader";
}
