import { say } from "../words";

export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
export const modKey = isMac ? "⌘" : say.ctrl;
export const altKey = isMac ? "⌥" : say.alt;

/** "⌘Z", or "Ctrl+Z". */
export const withMod = (key: string) => (isMac ? `⌘${key.replace("Shift+", "⇧")}` : `Ctrl+${key}`);
export const withAlt = (key: string) => (isMac ? `⌥${key}` : `Alt+${key}`);

interface Keys {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export const hasMod = (event: Keys) => (isMac ? event.metaKey : event.ctrlKey);

/** A key alone, or with shift only where the sign itself needs it. */
export const isPlain = (event: Keys) => !event.metaKey && !event.ctrlKey && !event.altKey;

export const isAltOnly = (event: Keys) => event.altKey && !event.metaKey && !event.ctrlKey && !event.shiftKey;

/** Whether typing there means text. */
export const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("[contenteditable='true'], .ProseMirror") !== null);

export const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, textarea, select");

export const overlayIsOpen = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
