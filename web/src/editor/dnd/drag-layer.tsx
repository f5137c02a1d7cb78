import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragStartEvent,
  pointerWithin,
  rectIntersection,
} from "@dnd-kit/core";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { type Commands, useCommands } from "../commands";
import { blockNames, type Editor, findEntry, useEditor } from "../state";
import { type Ui, useUi } from "../ui";
import { useElements } from "../view/context";
import { describePlace, describePosition } from "../view/describe";
import type { CanvasElements } from "../view/elements";
import { say } from "../words";
import { type Dragged, type Dragging, DraggingProvider } from "./context";
import { DragGhost } from "./drag-ghost";
import { keyStep } from "./edge-scroll";
import { type KeyStep, useDragSensors } from "./sensors";
import { settle } from "./settle";
import type { Drop, Load } from "./targets";
import { DropTracker } from "./tracker";

/** The canvas is the only droppable; the tracker scrolls it. */
const collide: CollisionDetection = (args) => {
  const within = pointerWithin(args);
  return within.length > 0 ? within : rectIntersection(args);
};
const ours = () => undefined;
/** What is said is said by the editor's own live region, in its own words. */
const accessibility = {
  announcements: { onDragStart: ours, onDragOver: ours, onDragEnd: ours, onDragCancel: ours },
  screenReaderInstructions: {
    draggable: say.toLiftThisBlockPress,
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

interface Frame {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Keys lift by the edge that goes first, so that one step is enough to pass a small neighbour. `way` is what it went so far. */
function keyPoint({ top, bottom, left, right }: Frame, way: number) {
  const y = way === 0 ? (top + bottom) / 2 : way < 0 ? top : bottom;
  return { x: (left + right) / 2, y };
}

/** Takes what is lifted by keys where they say. */
function useKeySteps(tracker: DropTracker, elements: CanvasElements) {
  // Counted here, for keys that come fast are ahead of what is drawn. `from` is in px of the canvas' content.
  const lifted = useRef<{ frame: Frame; from: number } | null>(null);
  const begin = () => {
    lifted.current = null;
  };
  const onStep: KeyStep = (drawn, step) => {
    const { scroller } = elements;
    const scrolled = () => scroller?.scrollTop ?? 0;
    const { frame, from } = lifted.current ?? { frame: drawn, from: drawn.top + scrolled() };
    const down = step.y === 0 ? 0 : keyStep(scroller, frame, step.y);
    const next = {
      top: frame.top + down,
      bottom: frame.bottom + down,
      left: frame.left + step.x,
      right: frame.right + step.x,
    };
    lifted.current = { frame: next, from };
    tracker.moveTo(keyPoint(next, next.top + scrolled() - from));
    return { x: next.left, y: next.top };
  };
  return { begin, onStep };
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

  const keys = useKeySteps(tracker, elements);
  const onDragStart = ({ activatorEvent }: DragStartEvent) => {
    const load = held.current && loadOf(held.current, editor);
    if (!load || !held.current) return;
    byKeys.current = activatorEvent instanceof KeyboardEvent;
    keys.begin();
    tracker.begin(load, !byKeys.current);
    setDragged(held.current);
    if (load.id === null) ui.announce(say.liftedType(blockNames[load.block.type]));
    else {
      const position = describePosition(editor.getState().document.blocks, load.id);
      ui.announce(say.liftedTypePosition(blockNames[load.block.type], position));
    }
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
    ui.announce(say.putBack);
  };
  const dragging: Dragging = useMemo(() => ({ tracker, held }), [tracker]);
  return { dragged, dragging, onStep: keys.onStep, onDragStart, onDragEnd, onDragCancel };
}

/** Dragging from the palette and on the canvas. Its children are not rendered while something moves. */
export function DragLayer({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const ui = useUi();
  const elements = useElements();
  const commands = useCommands();
  const { dragged, dragging, onStep, ...handlers } = useDrag({ editor, ui, elements, commands });
  return (
    <DraggingProvider value={dragging}>
      <DndContext
        sensors={useDragSensors(onStep)}
        collisionDetection={collide}
        autoScroll={false}
        accessibility={accessibility}
        {...handlers}
      >
        {children}
        <DragGhost dragged={dragged} />
      </DndContext>
    </DraggingProvider>
  );
}
