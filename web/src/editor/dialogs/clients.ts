import { type HostileVariant, hostile, hostileVariants, renderDocument, renderText } from "@/email";
import type { EmailDocument } from "@/email/types";
import { say } from "../words";

export type View = "as-sent" | "dark" | "text" | HostileVariant;

export interface ViewChoice {
  id: View;
  label: string;
  /** Where readers see it so. */
  who: string;
}

export const views: ViewChoice[] = [
  { id: "as-sent", label: say.asItIsSent, who: say.appleMailGmailAndMost },
  { id: "dark", label: say.darkMode, who: say.appleMailAndOtherPrograms },
  { id: "text", label: say.plainText, who: say.watchesScreenReadersAndPrograms },
  ...hostileVariants.map(({ id, label, who }) => ({ id, label, who })),
];

const DARK_QUERY = "(prefers-color-scheme:dark)";

/** The mail as if the device were light or dark, whatever it is. */
export function inScheme(html: string, scheme: "light" | "dark"): string {
  return html
    .replaceAll(DARK_QUERY, scheme === "dark" ? "all" : "not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`);
}

/** What a view shows: HTML, or the text alternative. */
export function renderView(document: EmailDocument, view: View): { html: string } | { text: string } {
  if (view === "text") return { text: renderText(document) };
  const html = renderDocument(document);
  if (view === "as-sent") return { html: inScheme(html, "light") };
  if (view === "dark") return { html: inScheme(html, "dark") };
  return { html: inScheme(hostile(html, view), "light") };
}
