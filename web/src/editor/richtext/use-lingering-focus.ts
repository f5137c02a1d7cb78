import { type FocusEvent, useEffect, useRef, useState } from "react";

/** How long the toolbar stays after the text has lost the focus. */
export const TOOLBAR_HIDES_MS = 150;

/** True while the focus is inside, and a moment longer. */
export function useLingeringFocus(begin: boolean) {
  const [inside, setInside] = useState(begin);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    inside,
    onFocus: () => {
      clearTimeout(timer.current);
      setInside(true);
    },
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setInside(false), TOOLBAR_HIDES_MS);
    },
  };
}
