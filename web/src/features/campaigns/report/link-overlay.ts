import type { LinkFigures } from "@/api/reports";
import { formatNumber } from "@/lib/format";
import { say } from "./words";

/** The colours of a badge, as CSS has them. */
export interface Inks {
  ground: string;
  text: string;
}

/** By address and in the mail's order: where one address is linked twice, each place has its own figures if it was given them. */
function byAddress(links: LinkFigures[]): (url: string) => LinkFigures | undefined {
  const waiting = new Map<string, LinkFigures[]>();
  for (const link of [...links].sort((a, b) => a.no - b.no)) {
    waiting.set(link.url, [...(waiting.get(link.url) ?? []), link]);
  }
  return (url) => {
    const queue = waiting.get(url);
    return queue && queue.length > 1 ? queue.shift() : queue?.[0];
  };
}

function badge(mail: Document, link: LinkFigures, inks: Inks): HTMLElement {
  const mark = mail.createElement("span");
  mark.setAttribute("data-clicks", String(link.no));
  mark.title = say.subscriberClickedClickInAll(link.clicks, link.all_clicks);
  mark.textContent = formatNumber(link.clicks);
  // The mail's own styles must not reach it.
  mark.setAttribute(
    "style",
    `all:initial;display:inline-block;margin:0 4px;padding:1px 6px;border-radius:9px;font:600 11px/16px sans-serif;vertical-align:middle;background:${inks.ground};color:${inks.text}`,
  );
  return mark;
}

/** Puts a badge of clicks after each link of a mail. */
export function overlay(mail: Document, links: LinkFigures[], inks: Inks) {
  const figuresOf = byAddress(links);
  for (const anchor of mail.querySelectorAll("a[href]")) {
    const link = figuresOf(anchor.getAttribute("href")?.trim() ?? "");
    if (link) anchor.after(badge(mail, link, inks));
  }
}
