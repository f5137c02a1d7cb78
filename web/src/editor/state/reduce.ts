import { blankDocument, copyBlock, isBlockType } from "@/email/factory";
import { listsOf, withLists } from "@/email/nesting";
import { overridesOf, resolveTheme } from "@/email/theme";
import type { Block, BlockStyle, EmailDocument, ThemeOverrides } from "@/email/types";
import {
  findEntry,
  indexBlocks,
  insertBlocks,
  placeAfter,
  placeBlock,
  removeBlock,
  replaceBlock,
  soundColumns,
  withFreeIds,
} from "./tree";
import type { BlockPatch, Change, Place } from "./types";

/** What a change makes of a mail, and which block is selected then. */
export interface Outcome {
  document: EmailDocument;
  selectedId: string | null;
}

/** Does one change. Gives the very same document back when nothing changes. */
export function reduce(before: Outcome, change: Change): Outcome {
  const { document, selectedId } = before;
  const blocks = (next: Block[], selected = selectedId): Outcome =>
    next === document.blocks ? before : { document: { ...document, blocks: next }, selectedId: selected };

  switch (change.type) {
    case "add":
      return insert(before, [change.block], change.at);
    case "insert":
      return insert(before, change.blocks, change.at);
    case "update":
    case "style": {
      const entry = findEntry(document.blocks, change.id);
      if (!entry) return before;
      const next = change.type === "style" ? restyle(entry.block, change.patch) : patchBlock(entry.block, change.patch);
      if (next === entry.block) return before;
      const changed = replaceBlock(document.blocks, change.id, withOwnIds(document, next));
      return blocks(changed, stillThere(changed, selectedId));
    }
    case "delete":
      return without(before, change.id);
    case "duplicate":
      return duplicate(before, change.id);
    case "move":
      return blocks(shift(document.blocks, change.id, change.by));
    case "place":
      return blocks(placeBlock(document.blocks, change.id, change.at));
    case "fields":
      return { document: merged(document, given(change.patch)), selectedId };
    case "theme":
      return { document: retheme(document, change.patch), selectedId };
    case "replace":
      return replaceAll(before, change.document);
    case "clear":
      return { document: blankDocument(), selectedId: null };
  }
}

function insert(before: Outcome, incoming: Block[], at?: Place): Outcome {
  for (const block of incoming) {
    if (!isBlockType(block.type)) throw new Error(`Unknown block type: ${String(block.type)}`);
  }
  const { document, selectedId } = before;
  const added = withFreeIds(incoming.map(sound), indexBlocks(document.blocks).keys());
  const [first] = added;
  if (!first) return before;
  const place = at ?? placeAfter(document.blocks, selectedId);
  return {
    document: { ...document, blocks: insertBlocks(document.blocks, added, place) },
    selectedId: added.at(-1)?.id ?? first.id,
  };
}

function without(before: Outcome, id: string): Outcome {
  const entry = findEntry(before.document.blocks, id);
  if (!entry) return before;
  const blocks = removeBlock(before.document.blocks, id);
  return { document: { ...before.document, blocks }, selectedId: stillThere(blocks, before.selectedId) };
}

/** The selection, unless its block went with others. */
const stillThere = (blocks: Block[], id: string | null) => (id !== null && indexBlocks(blocks).has(id) ? id : null);

function duplicate(before: Outcome, id: string): Outcome {
  const entry = findEntry(before.document.blocks, id);
  if (!entry) return before;
  return insert(before, [copyBlock(entry.block)], placeAfter(before.document.blocks, id));
}

function shift(blocks: Block[], id: string, by: -1 | 1): Block[] {
  const entry = findEntry(blocks, id);
  if (!entry) return blocks;
  const { parent, index } = entry.place;
  const to = index + by;
  if (to < 0 || to >= entry.siblings.length) return blocks;
  return placeBlock(blocks, id, { parent, index: by === 1 ? index + 2 : to });
}

function sound(block: Block): Block {
  const lists = listsOf(block);
  if (!lists) return block;
  const columns = soundColumns(lists);
  const same = columns.length === lists.length && columns.every((list, at) => list === lists[at]);
  return same ? block : withLists(block, columns);
}

/** The same object when every value is what it was; undefined takes a key away. */
function merged<T extends object>(target: T, patch: object): T {
  const changed = Object.entries(patch).filter(([key, value]) => !Object.is(Reflect.get(target, key), value));
  if (changed.length === 0) return target;
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(target));
  for (const [key, value] of changed) {
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  return next as T;
}

const given = (patch: object) => Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

function patchBlock(block: Block, patch: BlockPatch): Block {
  const { id: _id, type: _type, ...fields } = patch as Record<string, unknown>;
  return sound(merged(block, fields));
}

/** Blocks that came with new columns get ids that nothing else has. */
function withOwnIds({ blocks }: EmailDocument, next: Block): Block {
  const lists = listsOf(next);
  if (!lists) return next;
  const others = indexBlocks(removeBlock(blocks, next.id));
  const before = findEntry(blocks, next.id)?.block;
  if (before && listsOf(before) === lists) return next;
  const used = new Set([...others.keys(), next.id]);
  const columns = lists.map((list) => {
    const own = withFreeIds(list, used);
    for (const block of own) used.add(block.id);
    return own.every((block, at) => block === list[at]) ? list : own;
  });
  return withLists(next, columns);
}

function restyle(block: Block, patch: Partial<BlockStyle>): Block {
  const old = block.style ?? {};
  const style = merged(old, patch);
  if (style === old) return block;
  const { style: _, ...rest } = block;
  return (Object.keys(style).length > 0 ? { ...rest, style } : rest) as Block;
}

/** Stores only what differs from the defaults. */
function retheme(document: EmailDocument, patch: ThemeOverrides): EmailDocument {
  const { button, dark, ...plain } = patch;
  const theme: ThemeOverrides = merged(document.theme, plain);
  const next = overridesOf(
    resolveTheme({
      ...theme,
      button: merged(document.theme.button ?? {}, button ?? {}),
      dark: merged(document.theme.dark ?? {}, dark ?? {}),
    }),
  );
  return JSON.stringify(next) === JSON.stringify(overridesOf(resolveTheme(document.theme)))
    ? document
    : { ...document, theme: next };
}

function replaceAll(before: Outcome, document: EmailDocument): Outcome {
  if (document === before.document) return before;
  const blocks = withFreeIds(document.blocks.map(sound), []);
  return { document: { ...document, blocks }, selectedId: stillThere(blocks, before.selectedId) };
}
