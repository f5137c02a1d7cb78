import {
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type KeyboardSensorProps,
  PointerSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { PointerEvent, TouchEvent } from "react";

/** Fields and buttons are for using, not for dragging by. */
const USED = "[data-no-drag], input, textarea, select, [contenteditable='true'], [contenteditable=''], .is-editing";

const matches = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** A finger on a handle drags at once; elsewhere it scrolls, and lifts only when it rests. */
const onHandle = (target: EventTarget | null) => matches(target, "[data-drag-handle]");

class PressSensor extends PointerSensor {
  static override activators = [
    {
      eventName: "onPointerDown" as const,
      handler: ({ nativeEvent: event }: PointerEvent) => {
        if (!event.isPrimary || event.button !== 0 || matches(event.target, USED)) return false;
        return event.pointerType !== "touch" || onHandle(event.target);
      },
    },
  ];
}

class LongPressSensor extends TouchSensor {
  static override activators = [
    {
      eventName: "onTouchStart" as const,
      handler: ({ nativeEvent: event }: TouchEvent) =>
        event.touches.length === 1 && !matches(event.target, USED) && !onHandle(event.target),
    },
  ];
}

/** Keeps the keys of this turn until the sensor hears them: it listens from the next on, and whatever has the focus would take them. */
function holdKeys() {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  document.addEventListener("keydown", hold, true);
  setTimeout(() => {
    document.removeEventListener("keydown", hold, true);
    for (const event of held) document.dispatchEvent(new KeyboardEvent(event.type, event));
  });
}

/** Whoever takes the step scrolls the canvas; dnd-kit would scroll it as well, and glide on after the last key. */
class KeySensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const { context } = props;
    super({
      ...props,
      context: {
        get current() {
          return { ...context.current, scrollableAncestors: [] };
        },
      },
    });
    holdKeys();
  }
}

const press = { activationConstraint: { distance: 8 } };
const rest = { activationConstraint: { delay: 220, tolerance: 8 } };

/** px that a key moves what is lifted; dnd-kit's own step. */
const STEP = 25;
const steps: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
};

/** A key moves what is lifted, which is drawn at `frame` in the window; gives where its corner is then. */
export type KeyStep = (frame: Pick<DOMRect, "top" | "bottom" | "left" | "right">, step: Point) => Point;

interface Point {
  x: number;
  y: number;
}

const coordinatesBy =
  (onStep: KeyStep): KeyboardCoordinateGetter =>
  ({ code }, { context: { collisionRect } }) => {
    const step = steps[code];
    return step && collisionRect ? onStep(collisionRect, step) : undefined;
  };

/** Pointers drag after 8 px. */
export const useDragSensors = (onStep: KeyStep) =>
  useSensors(
    useSensor(PressSensor, press),
    useSensor(LongPressSensor, rest),
    useSensor(KeySensor, { coordinateGetter: coordinatesBy(onStep) }),
  );
