import { getTemplate } from "@/api/templates";
import { openMailWindow } from "@/lib/mail-sheet";
import { warn } from "@/lib/notify";
import { tell } from "./actions";
import { say } from "./words";

/** In a window of its own, opened before anything is waited for: later the browser would open none. */
export async function previewTemplate(id: number) {
  const sheet = openMailWindow();
  if (!sheet) return warn(say.theBrowserDidNotOpen);
  try {
    const [template, { renderDocument }, { documentOf }] = await Promise.all([
      getTemplate(id),
      import("@/email"),
      import("@/workbench/document"),
    ]);
    sheet.show(renderDocument(documentOf(template)));
  } catch (error) {
    sheet.close();
    tell(error, say.failedToLoadTemplate);
  }
}
