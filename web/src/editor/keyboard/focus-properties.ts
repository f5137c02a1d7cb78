import { flushSync } from "react-dom";
import type { Ui } from "../ui";

export const PROPERTIES_ID = "editor-properties";

/** To the first field of the selected block's properties. */
export function focusProperties(ui: Ui) {
  flushSync(() => ui.set({ panel: "properties" }));
  const panel = document.getElementById(PROPERTIES_ID);
  panel?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
}
