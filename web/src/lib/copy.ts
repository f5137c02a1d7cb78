import { copyText } from "./files";
import { notify, warn } from "./notify";
import { say } from "./words";

/** The old way is what is left over plain http; browsers that have neither let no page copy. */
export const canCopyTheOldWay = (): boolean =>
  typeof document.execCommand === "function" && (document.queryCommandSupported?.("copy") ?? true);

/** Whether a button that copies can work here at all. */
export const canCopy = (): boolean => typeof navigator.clipboard?.writeText === "function" || canCopyTheOldWay();

/** Copies a text and says so; false when it could not. */
export async function copy(text: string, what: string): Promise<boolean> {
  const done = await copyText(text);
  if (done) notify(say.copied, what);
  else warn(say.copyingFailedSelectTheText);
  return done;
}
