import { say } from "./words";

/**
 * What mail programs do to a mail, as far as it can be shown in a browser: for the preview, and for the tests that see
 * whether the mail survives it.
 */

export const hostileVariants = [
  { id: "no-styles", label: say.styleSheetsRemoved, who: say.gmailWithOtherAccountsGmail },
  {
    id: "no-classes",
    label: say.styleSheetsClassesAndThe,
    who: say.yahooGMXAndWebmailThat,
  },
  { id: "no-images", label: say.picturesBlocked, who: say.outlookCompanyNetworksPrivacySettings },
  { id: "outlook", label: say.drawnByWord, who: say.outlookForWindows },
  { id: "inverted", label: say.coloursInverted, who: say.darkModeOfTheGmail },
] as const;

export type HostileVariant = (typeof hostileVariants)[number]["id"];

const withoutSheets = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/g, "");

/** The Word engine reads what is meant for it alone, draws its shapes, and knows neither greatest widths nor round corners. */
function outlook(html: string): string {
  return withoutSheets(html)
    .replace(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, "")
    .replace(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, "$1")
    .replace(/<xml>[\s\S]*?<\/xml>/g, "")
    .replace(
      /<v:roundrect href="([^"]*)" style="height:(\d+)px;width:(\d+)px[^"]*"([^>]*)><w:anchorlock\/><center style="([^"]*)">([\s\S]*?)<\/center><\/v:roundrect>/g,
      (_, href, height, width, rest, style, text) => {
        const fill = /fillcolor="([^"]*)"/.exec(rest)?.[1];
        const stroke = /strokecolor="([^"]*)"/.exec(rest)?.[1];
        const look = `display:inline-block;box-sizing:border-box;width:${width}px;min-height:${height}px;padding:8px 0;text-align:center;text-decoration:none;${fill ? `background-color:${fill};` : ""}${stroke ? `border:2px solid ${stroke};` : ""}${style}`;
        return `<a href="${href}" style="${look}">${text}</a>`;
      },
    )
    .replace(/max-width:\d+px;?/g, "")
    .replace(/border-radius:\d+px;?/g, "")
    .replace(/<div class="s" style="display:inline-block;/g, '<div class="s" style="');
}

/** The mail as such a program shows it. */
export function hostile(html: string, variant: HostileVariant): string {
  switch (variant) {
    case "no-styles":
      return withoutSheets(html);
    case "no-classes":
      return withoutSheets(html)
        .replace(/ class="[^"]*"/g, "")
        .replace(/<html[^>]*>/, '<html lang="en">')
        .replace(/<body[^>]*>/, "<body>");
    case "no-images":
      return html.replace(/(<img[^>]*?) src="[^"]*"/g, "$1");
    case "outlook":
      return outlook(html);
    case "inverted":
      return html.replace(
        "</head>",
        "<style>html{background:#fff;filter:invert(1) hue-rotate(180deg)}img{filter:invert(1) hue-rotate(180deg)}</style></head>",
      );
  }
}
