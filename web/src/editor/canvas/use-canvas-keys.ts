import type { KeyboardEvent } from "react";
import { isWritten } from "@/email/blocks";
import { useCommands } from "../commands";
import { useDragging } from "../dnd/context";
import { focusProperties } from "../keyboard/focus-properties";
import { hasMod, isAltOnly, isPlain } from "../keyboard/keys";
import { type Entry, findEntry, useEditor } from "../state";
import { useUi } from "../ui";
import { useElements } from "../view/context";
import { PASSING_MS } from "../view/elements";
import type { Step } from "../view/walk";

const steps = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

/** The keys that mean something on the canvas while a block, or nothing, has the focus. */
export function useCanvasKeys() {
  const editor = useEditor();
  const ui = useUi();
  const commands = useCommands();
  const elements = useElements();
  const { tracker } = useDragging();

  // The panel shows what was passed by last a moment later.
  const toProperties = () => {
    if (elements.passing) setTimeout(() => focusProperties(ui), PASSING_MS + 50);
    else focusProperties(ui);
  };

  const onSelected = (event: KeyboardEvent, { block }: Entry): boolean => {
    const { id } = block;
    if (hasMod(event) && event.key.toLowerCase() === "d") commands.duplicate(id);
    else if (isAltOnly(event) && event.key === "ArrowUp") commands.move(id, -1);
    else if (isAltOnly(event) && event.key === "ArrowDown") commands.move(id, 1);
    else if (isAltOnly(event) && event.key === "ArrowLeft") commands.moveAcross(id, -1);
    else if (isAltOnly(event) && event.key === "ArrowRight") commands.moveAcross(id, 1);
    else if (isPlain(event) && (event.key === "Backspace" || event.key === "Delete")) commands.remove(id);
    else if (isPlain(event) && event.key === "Enter") isWritten(block) ? commands.edit(id) : toProperties();
    else if (isPlain(event) && event.key === "Escape") commands.select(null);
    else return false;
    return true;
  };

  return (event: KeyboardEvent) => {
    if (tracker.dragging || event.defaultPrevented) return;
    if (!(event.target instanceof Element) || !event.target.matches('[role="treeitem"], [role="tree"]')) return;
    const { selectedId, document } = editor.getState();
    const entry = selectedId === null ? null : findEntry(document.blocks, selectedId);
    let done = true;
    if (isPlain(event) && event.key === "/") ui.set({ overlay: { name: "insert", at: null } });
    else if (isPlain(event) && !event.shiftKey && steps.has(event.key)) commands.step(event.key as Step);
    else done = entry !== null && onSelected(event, entry);
    if (done) event.preventDefault();
  };
}
