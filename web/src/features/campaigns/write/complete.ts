import type { Campaign } from "@/api/campaigns";
import { NetworkError } from "@/api/problem";
import { blankIsNull, type Written } from "./written";

/** What renders a design; it comes with the first save of one. */
async function renderer() {
  try {
    const [email, workbench] = await Promise.all([import("@/email"), import("@/workbench/document")]);
    return { ...email, ...workbench };
  } catch (error) {
    console.error("What renders the email did not come", error);
    // The connection is what is missing: the next attempt asks for it again.
    throw new NetworkError();
  }
}

/** A save of a design has its HTML and its text with it, made from the very same blocks. */
export async function complete(patch: Partial<Written>, before: Campaign): Promise<Partial<Written>> {
  if (!("blocks" in patch || "theme" in patch)) return patch;
  const { subject, preheader, blocks, theme } = { ...before, ...patch };
  if (!blocks) return patch;
  if (blocks.length === 0) return { ...patch, html_content: "", text_content: null };
  const { documentOf, renderDocument, renderText } = await renderer();
  const document = documentOf({ name: before.newsletter_name, subject, preheader, blocks, theme });
  return {
    ...patch,
    html_content: renderDocument(document, { preheader: false }),
    text_content: blankIsNull(renderText(document)),
  };
}
