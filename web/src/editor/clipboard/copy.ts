import type { Block, ThemeOverrides } from "@/email/types";
import { notify, warn } from "@/lib/notify";
import { say } from "../words";
import { BLOCKS_TYPE, toFlavours } from "./format";

export function putOn(data: DataTransfer, blocks: Block[], theme: ThemeOverrides) {
  const { json, html, text } = toFlavours(blocks, theme);
  data.setData(BLOCKS_TYPE, json);
  data.setData("text/html", html);
  data.setData("text/plain", text);
}

/** Copies without a key press. The old way, for it works without https too, and takes a type of our own. */
export function copyBlocks(blocks: Block[], theme: ThemeOverrides) {
  let done = false;
  const onCopy = (event: ClipboardEvent) => {
    if (!event.clipboardData) return;
    putOn(event.clipboardData, blocks, theme);
    event.preventDefault();
    event.stopImmediatePropagation();
    done = true;
  };
  // A browser copies only when something is selected.
  const bait = document.createElement("span");
  bait.textContent = " ";
  bait.style.cssText = "position:fixed;opacity:0;white-space:pre;user-select:text";
  document.body.append(bait);
  const selection = getSelection();
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(bait);
  selection?.addRange(range);
  document.addEventListener("copy", onCopy, { capture: true });
  try {
    document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", onCopy, { capture: true });
    selection?.removeAllRanges();
    bait.remove();
  }
  if (done) notify(say.copied);
  else warn(say.theBrowserDoesNotLet);
}
