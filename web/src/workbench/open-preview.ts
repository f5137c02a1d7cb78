import { renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { warn } from "@/lib/notify";

/** The mail in a window of its own. */
export function openPreview(document: EmailDocument) {
  const url = URL.createObjectURL(new Blob([renderDocument(document)], { type: "text/html;charset=utf-8" }));
  const preview = open(url, "_blank");
  if (preview) preview.opener = null;
  else warn("The browser did not open a window. Allow this site to open windows, then try again.");
  // The window needs some time to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
