import { type FocusEvent, type MouseEvent, memo, useCallback, useRef } from "react";
import { innerWidth } from "@/email";
import { isWritten } from "@/email/blocks";
import { holdsBlocks, layoutOf, listsOf } from "@/email/nesting";
import type { Block, WrittenBlock } from "@/email/types";
import { cn } from "@/lib/cn";
import { warn } from "@/lib/notify";
import { useCommands } from "../commands";
import { lazyPart } from "../lazy-part";
import { type EditorState, useEditor, useEditorState } from "../state";
import { useHost } from "../ui";
import { BlockHtml } from "../view/block-html";
import { useElements, useLook } from "../view/context";
import { describeBlock } from "../view/describe";
import { say } from "../words";
import { RestingToolbar } from "./block-toolbar";
import { ColumnsView } from "./columns-view";
import { TypeAhead } from "./type-ahead";

const LazyRichText = lazyPart(() => import("../richtext/rich-text-editor"), {
  waiting: ({ block, theme, typed, onDone }) => (
    <>
      <BlockHtml block={block} theme={theme} width={innerWidth(theme)} />
      {typed ? <TypeAhead block={block} typed={typed} onDone={onDone} /> : null}
    </>
  ),
  onError: ({ onDone }) => {
    warn(say.theTextEditorCouldNot);
    onDone();
  },
});

/** Asks for what writes in blocks before somebody does. */
export const prefetchWriting = () => void LazyRichText.prefetch();

interface Props {
  block: Block;
  index: number;
  count: number;
  /** px the mail has for it on a desktop. */
  width: number;
  /** The column it stands in. */
  column?: number;
}

const SELECTED = 1;
const EDITING = 2;
const STOP = 4;

/** Whether this block is selected, and whether Tab stops at it: at the selected one, else at the first. */
function useStanding(id: string, first: boolean) {
  // One number, for all blocks are asked whenever anything changes.
  const standing = useEditorState(
    useCallback(
      ({ selectedId, editingId }: EditorState) =>
        (selectedId === id ? SELECTED | STOP : 0) |
        (editingId === id ? EDITING : 0) |
        (first && selectedId === null ? STOP : 0),
      [id, first],
    ),
  );
  return {
    selected: (standing & SELECTED) !== 0,
    editing: (standing & EDITING) !== 0,
    stop: (standing & STOP) !== 0,
  };
}

/** One block of the canvas. Only the one that changed, and the one that is or was selected, are made anew. */
export const BlockView = memo(function BlockView({ block, index, count, width, column }: Props) {
  const { id } = block;
  const elements = useElements();
  const commands = useCommands();
  const inColumn = column !== undefined;
  const { selected, editing, stop } = useStanding(id, index === 0 && !inColumn);
  const ref = useCallback((element: HTMLDivElement | null) => elements.setBlock(id, element), [elements, id]);
  const own = ({ target, currentTarget }: MouseEvent) =>
    target instanceof Element && target.closest("[data-block-id], [data-toolbar]") === currentTarget;
  const item = {
    role: "treeitem",
    "aria-level": inColumn ? 2 : 1,
    "aria-posinset": index + 1,
    "aria-setsize": count,
    "aria-selected": selected,
    "aria-label": describeBlock(block, index, count, column),
    tabIndex: stop ? 0 : -1,
    onFocus: (event: FocusEvent) => event.target === event.currentTarget && commands.select(id),
  };
  const columns = holdsBlocks(block);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around all blocks listens to the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: a columns block has its tree item inside
    <div
      ref={ref}
      data-block-id={id}
      {...(columns ? {} : item)}
      onClick={(event) => own(event) && commands.select(id)}
      onDoubleClick={(event) => own(event) && isWritten(block) && commands.edit(id)}
      className={cn("block-view", columns && "holds-columns", selected && "is-selected", editing && "is-editing")}
    >
      {/* Beside its columns, for an item that holds others would have to be called by the words of all of them. */}
      {columns ? (
        <div {...item} {...{ "aria-expanded": true }} className="pointer-events-none absolute inset-0" />
      ) : null}
      {selected && !editing ? <RestingToolbar block={block} index={index} count={count} /> : null}
      {editing && isWritten(block) ? <TextSession block={block} /> : <Content block={block} width={width} />}
    </div>
  );
});

const Content = memo(function Content({ block, width }: { block: Block; width: number }) {
  const { theme, stacked } = useLook();
  const lists = listsOf(block);
  const layout = layoutOf(block, width);
  if (lists && layout) return <ColumnsView id={block.id} lists={lists} layout={layout} />;
  return <BlockHtml block={block} theme={theme} width={width} stacked={stacked} />;
});

const RichText = memo(LazyRichText);

/** The same block until something besides its content changes: the text editor knows the content best. */
function useAllButContent<B extends WrittenBlock>(block: B): B {
  const kept = useRef(block);
  const keys = new Set([...Object.keys(block), ...Object.keys(kept.current)]);
  const same = [...keys].every(
    (key) => key === "content" || Reflect.get(block, key) === Reflect.get(kept.current, key),
  );
  if (!same) kept.current = block;
  return kept.current;
}

/** The text of a block while it is written; the code for it comes when it is first needed. */
function TextSession({ block }: { block: WrittenBlock }) {
  const { theme } = useLook();
  const { attributes } = useHost();
  const editor = useEditor();
  const commands = useCommands();
  const { id } = block;
  const typed = useRef("");
  const onChange = useCallback(
    (content: string) => editor.dispatch({ type: "update", id, patch: { content }, field: "content" }),
    [editor, id],
  );
  return (
    <RichText
      block={useAllButContent(block)}
      theme={theme}
      onChange={onChange}
      onDone={commands.leaveText}
      typed={typed}
      {...(attributes ? { attributes } : {})}
    />
  );
}
