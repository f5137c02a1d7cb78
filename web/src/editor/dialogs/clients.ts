import { type HostileVariant, hostile, hostileVariants, renderDocument, renderText } from "@/email";
import type { EmailDocument } from "@/email/types";

export type View = "as-sent" | "dark" | "text" | HostileVariant;

export interface ViewChoice {
  id: View;
  label: string;
  /** Where readers see it so. */
  who: string;
}

export const views: ViewChoice[] = [
  { id: "as-sent", label: "As it is sent", who: "Apple Mail, Gmail and most other programs, in light mode" },
  { id: "dark", label: "Dark mode", who: "Apple Mail and other programs that use the mail’s own dark colors" },
  { id: "text", label: "Plain text", who: "Watches, screen readers and programs that show no HTML" },
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
