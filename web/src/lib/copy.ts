import { notify, warn } from "./notify";

/** The way of before the clipboard had an interface of its own; works without https too. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.className = "sr-only";
  // Inside an open dialog, whose trap would take the focus back from anywhere else.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  const focused = document.activeElement;
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copied = copyBySelection(text);
  }
  if (copied) notify("Copied", what);
  else warn("Copying failed. Select the text and copy it by hand.");
}
