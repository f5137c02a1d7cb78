import type { KeyboardEvent } from "react";

/** Lets ↑ and ↓ walk through the field and links of a part of the page. */
export function walkByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const next = at < 0 ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
