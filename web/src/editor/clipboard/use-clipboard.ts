import { useEffect } from "react";
import { useCommands } from "../commands";
import { isField, isWriting, overlayIsOpen } from "../keyboard/keys";
import { findEntry, useEditor } from "../state";
import { useUi } from "../ui";
import { useElements } from "../view/context";
import { say } from "../words";
import { putOn } from "./copy";
import { fromClipboard } from "./format";

/** Copy, cut and paste of blocks: within a mail, between mails and tabs, and from other programs. */
export function useClipboard() {
  const editor = useEditor();
  const commands = useCommands();
  const elements = useElements();
  const ui = useUi();
  useEffect(() => {
    /** Whether the canvas is meant, rather than a field or text that is being written. */
    const meant = (event: Event) => {
      const { activeElement } = document;
      const elsewhere = isField(activeElement) || isWriting(activeElement) || isWriting(event.target);
      return !elsewhere && !overlayIsOpen() && (elements.hasFocus() || activeElement === document.body);
    };
    const take = (event: ClipboardEvent, cut: boolean) => {
      const { document: mail, selectedId } = editor.getState();
      const entry = selectedId === null ? null : findEntry(mail.blocks, selectedId);
      if (!entry || !event.clipboardData || !meant(event) || !getSelection()?.isCollapsed) return;
      putOn(event.clipboardData, [entry.block], mail.theme);
      event.preventDefault();
      if (cut) commands.remove(entry.block.id, say.cut);
      else ui.announce(say.copied);
    };
    const onCopy = (event: ClipboardEvent) => take(event, false);
    const onCut = (event: ClipboardEvent) => take(event, true);
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData || !meant(event)) return;
      const { blocks } = fromClipboard(event.clipboardData);
      if (blocks.length === 0) return ui.announce(say.thereIsNothingToPaste);
      event.preventDefault();
      commands.insert(blocks, undefined, blocks.length === 1 ? say.pasteBlock : say.pasteLengthBlocks(blocks.length));
    };
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCut);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCut);
      document.removeEventListener("paste", onPaste);
    };
  }, [editor, commands, elements, ui]);
}
