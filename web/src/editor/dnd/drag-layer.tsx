import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  pointerWithin,
  rectIntersection,
} from "@dnd-kit/core";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useElements } from "../canvas/context";
import { describePlace, describePosition } from "../canvas/describe";
import type { CanvasElements } from "../canvas/elements";
import { type Commands, useCommands } from "../commands";
import { blockNames, type Editor, findEntry, useEditor } from "../state";
import { type Ui, useUi } from "../ui";
import { type Dragged, type Dragging, DraggingProvider } from "./context";
import { DragGhost } from "./drag-ghost";
import { useDragSensors } from "./sensors";
import { settle } from "./settle";
import type { Drop, Load } from "./targets";
import { DropTracker } from "./tracker";

/** The canvas is the only droppable; it is what scrolls by itself near its edges. */
const collide: CollisionDetection = (args) => {
  const within = pointerWithin(args);
  return within.length > 0 ? within : rectIntersection(args);
};
const autoScroll = { threshold: { x: 0, y: 0.15 } };
const ours = () => undefined;
/** What is said is said by the editor's own live region, in its own words. */
const accessibility = {
  announcements: { onDragStart: ours, onDragOver: ours, onDragEnd: ours, onDragCancel: ours },
  screenReaderInstructions: {
    draggable:
      "To lift this block press Space or Enter. Move it with the arrow keys, drop it with Space or Enter, and press Escape to put it back. Alt with the arrow keys moves it without lifting.",
  },
};

interface Tools {
  editor: Editor;
  ui: Ui;
  elements: CanvasElements;
  commands: Commands;
}

function loadOf(dragged: Dragged, editor: Editor): Load | null {
  if (dragged.kind === "new") return { id: null, block: dragged };
  if (dragged.kind === "saved") return { id: null, block: dragged.block };
  const entry = findEntry(editor.getState().document.blocks, dragged.id);
  return entry && { id: dragged.id, block: entry.block };
}

/** Drops on a place; a new block that met none goes to the end, and one that was there stays. */
function land(dragged: Dragged, drop: Drop | null, { editor, commands }: Tools) {
  const end = { parent: null, index: editor.getState().document.blocks.length };
  if (dragged.kind === "new") commands.add(dragged.type, drop?.place ?? end);
  else if (dragged.kind === "saved") commands.insert([dragged.block], drop?.place ?? end);
  else if (drop) commands.place(dragged.id, drop.place);
}

/** Keys lift by the edge that goes first, so that one step is enough to pass a small neighbour. */
function keyPoint({ active, delta }: DragMoveEvent) {
  const rect = active.rect.current.translated;
  if (!rect) return null;
  const edges = { up: rect.top, down: rect.bottom, still: rect.top + rect.height / 2 };
  const y = delta.y === 0 ? edges.still : delta.y < 0 ? edges.up : edges.down;
  return { x: rect.left + rect.width / 2, y };
}

function useDrag(tools: Tools) {
  const { editor, ui, elements } = tools;
  const held = useRef<Dragged | null>(null);
  const byKeys = useRef(false);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const tracker = useMemo(
    () =>
      new DropTracker(editor, elements, (drop) => {
        if (byKeys.current && drop) ui.announce(describePlace(editor.getState().document.blocks, drop.place));
      }),
    [editor, elements, ui],
  );

  const onDragStart = ({ activatorEvent }: DragStartEvent) => {
    const load = held.current && loadOf(held.current, editor);
    if (!load || !held.current) return;
    byKeys.current = activatorEvent instanceof KeyboardEvent;
    tracker.begin(load, !byKeys.current);
    setDragged(held.current);
    if (load.id === null) ui.announce(`Lifted ${blockNames[load.block.type]}`);
    else {
      const position = describePosition(editor.getState().document.blocks, load.id);
      ui.announce(`Lifted ${blockNames[load.block.type]}, ${position}`);
    }
  };
  const onDragMove = (event: DragMoveEvent) => {
    const point = byKeys.current ? keyPoint(event) : null;
    if (point) tracker.moveTo(point);
  };
  const onDragEnd = ({ active }: DragEndEvent) => {
    if (!tracker.dragging) return;
    const drop = tracker.finish();
    setDragged(null);
    if (!dragged) return;
    const from = active.rect.current.translated;
    land(dragged, drop, tools);
    const id = dragged.kind === "block" ? dragged.id : editor.getState().selectedId;
    if (id !== null) settle(elements.blocks.get(id), from);
  };
  const onDragCancel = () => {
    if (!tracker.dragging) return;
    tracker.finish();
    setDragged(null);
    ui.announce("Put back");
  };
  const dragging: Dragging = useMemo(() => ({ tracker, held }), [tracker]);
  return { dragged, dragging, onDragStart, onDragMove, onDragEnd, onDragCancel };
}

/** Dragging from the palette and on the canvas. Its children are not rendered while something moves. */
export function DragLayer({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const ui = useUi();
  const elements = useElements();
  const commands = useCommands();
  const { dragged, dragging, ...handlers } = useDrag({ editor, ui, elements, commands });
  return (
    <DraggingProvider value={dragging}>
      <DndContext
        sensors={useDragSensors()}
        collisionDetection={collide}
        autoScroll={autoScroll}
        accessibility={accessibility}
        {...handlers}
      >
        {children}
        <DragGhost dragged={dragged} />
      </DndContext>
    </DraggingProvider>
  );
}
