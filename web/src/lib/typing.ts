import { useEffect, useState } from "react";

/** How long hands that typed must have rested before something opens under them that nobody asked for. */
export const REST_MS = 1_500;

let typedAt = Number.NEGATIVE_INFINITY;

// Keys rather than input: editors answer many keys themselves, and then nothing is input.
addEventListener(
  "keydown",
  (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) typedAt = performance.now();
  },
  { capture: true, passive: true },
);

/** Whether somebody is in a field: whoever types goes on typing, whatever else wants the focus. */
export const isInField = () => document.activeElement?.matches("input, textarea, select") ?? false;

/** False while somebody is typing; true from their first rest on. */
export function useOnceHandsRest(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (rested) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const left = typedAt + REST_MS - performance.now();
      if (left > 0) timer = setTimeout(look, left);
      else setRested(true);
    };
    look();
    return () => clearTimeout(timer);
  }, [rested]);
  return rested;
}
