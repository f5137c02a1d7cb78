import type { LinkFigures } from "@/api/analytics-types";
import { countOf, formatNumber } from "@/lib/format";

/** The colours of a badge, as CSS has them. */
export interface Inks {
  ground: string;
  text: string;
}

const CODE = "script, noscript, template, iframe, frame, frameset, object, embed, base, meta[http-equiv]";
const RUNS = /^(?:javascript|vbscript|data:text\/html)/i;
/** Browsers skip these inside an address. */
const SKIPPED = /[\s\0-\x20]+/g;

/** The frame runs no scripts; what could be one is taken out all the same, so that nothing depends on the frame alone. */
function disarm(mail: Document) {
  for (const element of mail.querySelectorAll(CODE)) element.remove();
  for (const element of mail.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on/i.test(name) || name === "srcdoc" || RUNS.test(value.replace(SKIPPED, "")))
        element.removeAttribute(name);
    }
  }
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
  mark.title = `${countOf(link.clicks, "reader")} clicked, ${countOf(link.all_clicks, "click")} in all`;
  mark.textContent = formatNumber(link.clicks);
  // The mail's own styles must not reach it.
  mark.setAttribute(
    "style",
    `all:initial;display:inline-block;margin:0 4px;padding:1px 6px;border-radius:9px;font:600 11px/16px sans-serif;vertical-align:middle;background:${inks.ground};color:${inks.text}`,
  );
  return mark;
}

/** A mail as a page for a frame without scripts, with a badge of clicks after each link. */
export function overlay(html: string, links: LinkFigures[], inks: Inks): string {
  const mail = new DOMParser().parseFromString(html, "text/html");
  disarm(mail);
  const figuresOf = byAddress(links);
  for (const anchor of mail.querySelectorAll("a[href]")) {
    const link = figuresOf(anchor.getAttribute("href")?.trim() ?? "");
    if (link) anchor.after(badge(mail, link, inks));
  }
  mail.head.insertAdjacentHTML("afterbegin", '<base target="_blank"><meta name="referrer" content="no-referrer">');
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
