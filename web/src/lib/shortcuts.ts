import { useEffect, useRef } from "react";

/** True while typing belongs to a field, or a dialog is open. */
function isBusy(event: KeyboardEvent): boolean {
  const target = event.target;
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))) {
    return true;
  }
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** Single keys, and pairs such as "g n" typed within a second. */
export function useShortcuts(keys: Record<string, () => void>) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let prefix = "";
    let forget: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
      const combination = prefix ? `${prefix} ${event.key}` : event.key;
      clearTimeout(forget);
      prefix = "";
      const action = latest.current[combination];
      if (action) {
        event.preventDefault();
        action();
      } else if (event.key === "g" && combination === "g") {
        prefix = "g";
        forget = setTimeout(() => {
          prefix = "";
        }, 1000);
      }
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      clearTimeout(forget);
    };
  }, []);
}
