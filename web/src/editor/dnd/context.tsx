import type { DraggableAttributes, DraggableSyntheticListeners } from "@dnd-kit/core";
import { createContext, type RefObject, useContext } from "react";
import type { Block, BlockType } from "@/email/types";
import type { DropTracker } from "./tracker";

/** What is under the pointer or the keys when a drag begins. */
export type Dragged =
  | { kind: "new"; type: BlockType }
  | { kind: "saved"; name: string; block: Block }
  | { kind: "block"; id: string };

export interface Dragging {
  tracker: DropTracker;
  /** Set before a drag may begin: one draggable stands for all blocks, for one each would render each. */
  held: RefObject<Dragged | null>;
}

const DraggingContext = createContext<Dragging | null>(null);
export const DraggingProvider = DraggingContext.Provider;

export function useDragging(): Dragging {
  const value = useContext(DraggingContext);
  if (!value) throw new Error("This part needs a DragLayer around it");
  return value;
}

/** What the handle of the selected block needs. */
export interface Handle {
  setActivatorNodeRef: (element: HTMLElement | null) => void;
  listeners: DraggableSyntheticListeners;
  attributes: DraggableAttributes;
}

const HandleContext = createContext<Handle | null>(null);
export const HandleProvider = HandleContext.Provider;

export function useHandle(): Handle {
  const value = useContext(HandleContext);
  if (!value) throw new Error("Handles are on the canvas");
  return value;
}
