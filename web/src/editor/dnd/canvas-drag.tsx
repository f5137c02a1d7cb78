import { useDraggable } from "@dnd-kit/core";
import { type PointerEvent, type ReactNode, useMemo } from "react";
import { useEditor } from "../state";
import { useElements } from "../view/context";
import { say } from "../words";
import { HandleProvider, useDragging } from "./context";

const attributes = { role: "button", roleDescription: say.dragHandle };

/** One draggable for all blocks of the canvas: it takes the shape of the one that is pressed. */
export function CanvasDrag({ children }: { children: ReactNode }) {
  const { held } = useDragging();
  const elements = useElements();
  const editor = useEditor();
  const drag = useDraggable({ id: "canvas-block", attributes });
  const { setNodeRef, setActivatorNodeRef, listeners } = drag;

  const hold = (id: string | null) => {
    const element = id === null ? undefined : elements.blocks.get(id);
    held.current = id !== null && element ? { kind: "block", id } : null;
    setNodeRef(element ?? null);
  };
  const press = (event: PointerEvent) => {
    const block = event.target instanceof Element ? event.target.closest("[data-block-id]") : null;
    hold(block?.getAttribute("data-block-id") ?? null);
  };
  const handle = useMemo(
    () => ({ setActivatorNodeRef, listeners, attributes: drag.attributes }),
    [setActivatorNodeRef, listeners, drag.attributes],
  );
  return (
    <div
      onPointerDownCapture={press}
      onKeyDownCapture={() => hold(editor.getState().selectedId)}
      onPointerDown={listeners?.onPointerDown as ((event: PointerEvent) => void) | undefined}
      onTouchStart={listeners?.onTouchStart as (() => void) | undefined}
    >
      <HandleProvider value={handle}>{children}</HandleProvider>
    </div>
  );
}
