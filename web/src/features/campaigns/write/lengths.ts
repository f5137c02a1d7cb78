/** What inboxes show before they cut, measured on those that most people read in. */
const PHONE = 33;
const DESKTOP = 60;
const BOTH = 90;

export const lengthOf = (text: string) => [...text.trim()].length;

const characters = (count: number) => `${count} ${count === 1 ? "character" : "characters"}`;

/** Where a subject line is cut. */
export function subjectHint(length: number): string {
  if (length === 0) return `Phones show about ${PHONE} characters, desktops about ${DESKTOP}.`;
  if (length <= PHONE) return `${characters(length)}: fits on phones and desktops.`;
  if (length <= DESKTOP) return `${characters(length)}: fits on desktops, phones show about ${PHONE}.`;
  return `${characters(length)}: too long. Desktops show about ${DESKTOP}, phones about ${PHONE}.`;
}

/** How much of the preview text stands beside the subject. */
export function previewHint(subject: number, preview: number): string {
  if (preview === 0) return "The line that inboxes show after the subject. Left empty, they take the first words.";
  const together = subject + preview;
  if (together <= BOTH) return `${characters(together)} with the subject: inboxes show about ${BOTH}.`;
  return `${characters(together)} with the subject: too long. Inboxes show about ${BOTH}.`;
}
