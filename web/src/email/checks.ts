import { checkContrast } from "./checks/contrasts";
import type { Finding } from "./checks/finding";
import { checkLinks, checkUnsubscribe } from "./checks/links";
import { checkTexts } from "./checks/words";
import { byteLength, GMAIL_CLIP } from "./size";
import type { EmailDocument } from "./types";

export type { Finding, Fix, Severity } from "./checks/finding";

/** From here on a mail is near the line: links for tracking make it longer when it is sent. */
const NEAR = 80 * 1024;

function checkSize(html: string): Finding[] {
  const bytes = byteLength(html);
  const size = `${Math.round(bytes / 1024)} KB`;
  if (bytes > GMAIL_CLIP)
    return [
      {
        rule: "size",
        severity: "error",
        message: `Gmail cuts this mail off: it has ${size}, 102 KB are shown.`,
        blockId: null,
      },
    ];
  if (bytes > NEAR)
    return [
      { rule: "size", severity: "warning", message: `${size} is near the 102 KB that Gmail shows.`, blockId: null },
    ];
  return [];
}

/** What is wrong with a mail, the most serious first. `html` is what `renderDocument` makes of it. */
export function checkDocument(document: EmailDocument, html: string): Finding[] {
  const order = { error: 0, warning: 1, hint: 2 };
  return [
    ...checkSize(html),
    ...checkUnsubscribe(document),
    ...checkTexts(document),
    ...checkLinks(document),
    ...checkContrast(document),
  ].sort((a, b) => order[a.severity] - order[b.severity]);
}
