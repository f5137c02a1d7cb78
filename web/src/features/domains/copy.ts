import { copyText } from "@/lib/files";
import { notify, warn } from "@/lib/notify";

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text)) notify("Copied", what);
  else warn("Copying failed. Select the text and copy it by hand.");
}
