import { say } from "./words";

/** What inboxes show before they cut, measured on those that most people read in. */
const PHONE = 33;
const DESKTOP = 60;
const BOTH = 90;

export const lengthOf = (text: string) => [...text.trim()].length;

/** Where a subject line is cut. */
export function subjectHint(length: number): string {
  if (length === 0) return say.phonesShowAboutPHONECharacters(PHONE, DESKTOP);
  if (length <= PHONE) return say.lengthFitsOnPhonesAnd(say.characters(length));
  if (length <= DESKTOP) return say.lengthFitsOnDesktopsPhones(say.characters(length), PHONE);
  return say.lengthTooLongDesktopsShow(say.characters(length), DESKTOP, PHONE);
}

/** How much of the preview text stands beside the subject. */
export function previewHint(subject: number, preview: number): string {
  if (preview === 0) return say.theLineThatInboxesShow;
  const together = subject + preview;
  if (together <= BOTH) return say.togetherWithTheSubjectInboxes(say.characters(together), BOTH);
  return say.togetherWithTheSubjectToo(say.characters(together), BOTH);
}
