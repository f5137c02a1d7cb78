import { GMAIL_CLIP } from "@/email";
import { say } from "../words";

const KILO = 1024;

/** Sizes of mails, in the units that Gmail's limit is told in. */
export const sizeOf = (bytes: number): string =>
  bytes < KILO ? `${bytes} B` : say.toFixedKB((bytes / KILO).toFixed(1));

export const clipKilobytes = GMAIL_CLIP / KILO;

export type SizeState = "fine" | "near" | "over";

/** From four fifths of the limit on, what is added later – links, tracking – may pass it. */
export function sizeState(bytes: number): SizeState {
  if (bytes > GMAIL_CLIP) return "over";
  return bytes > GMAIL_CLIP * 0.8 ? "near" : "fine";
}

const words: Record<SizeState, string> = {
  fine: say.wellBelowGmails,
  near: say.closeToGmails,
  over: say.aboveGmails,
};

export const sizeInWords = (bytes: number): string =>
  say.bytesOfClipKilobytesKBBytes(sizeOf(bytes), clipKilobytes, words[sizeState(bytes)]);
