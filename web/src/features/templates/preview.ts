import { getTemplate } from "@/api/templates";
import { openMailWindow } from "@/lib/mail-sheet";
import { warn } from "@/lib/notify";
import { tell } from "./actions";

/** In a window of its own, opened before anything is waited for: later the browser would open none. */
export async function previewTemplate(id: number) {
  const sheet = openMailWindow();
  if (!sheet) return warn("The browser did not open a window. Allow this site to open windows, then try again.");
  try {
    const [template, { renderDocument }, { documentOf }] = await Promise.all([
      getTemplate(id),
      import("@/email"),
      import("@/workbench/document"),
    ]);
    sheet.show(renderDocument(documentOf(template)));
  } catch (error) {
    sheet.close();
    tell(error, "Failed to load template");
  }
}
