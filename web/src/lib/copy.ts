import { copyText } from "./files";
import { notify, warn } from "./notify";

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text)) notify("Copied", what);
  else warn("Copying failed. Select the text and copy it by hand.");
}
