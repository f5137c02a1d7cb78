import { renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { openMailWindow } from "@/lib/mail-sheet";
import { warn } from "@/lib/notify";
import { say } from "./words";

/** The mail in a window of its own. */
export function openPreview(document: EmailDocument) {
  const preview = openMailWindow();
  if (preview) preview.show(renderDocument(document));
  else warn(say.theBrowserDidNotOpen);
}
