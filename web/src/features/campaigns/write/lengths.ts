import type { Campaign } from "@/api/campaigns";
import type { Subscriber } from "@/api/subscribers";
import { readSubject } from "@/email/as-read";
import { splitMergeTags } from "@/email/merge-tags";
import { say } from "./words";

/** What inboxes show before they cut, measured on those that most people read in. */
const PHONE = 33;
const DESKTOP = 60;
const BOTH = 90;

/** What is asked of a subscriber to fill in a text. */
type Person = Pick<Subscriber, "first_name" | "last_name" | "email" | "attributes">;

function filledIn(path: string, person: Person): string {
  const attribute = /^subscriber\.attributes\.(.+)$/.exec(path)?.[1];
  if (attribute !== undefined) return String(person.attributes[attribute] ?? "");
  const key = path.replace("subscriber.", "");
  return key === "first_name" || key === "last_name" || key === "email" ? (person[key] ?? "") : "";
}

/** A text as it is longest among these subscribers, so that its length is theirs and not a sample's. */
export function longestFor(
  text: string,
  newsletter_name: Campaign["newsletter_name"],
  people: readonly Person[],
): string {
  const read = (one: string) => readSubject({ subject: one, newsletter_name });
  const parts = splitMergeTags(text);
  const filled = people.map((person) =>
    parts
      .map((part) => {
        if (typeof part === "string") return part;
        if (!part.path.startsWith("subscriber.")) return part.source;
        return filledIn(part.path, person) || part.default || "";
      })
      .join(""),
  );
  return filled
    .map(read)
    .reduce((most, one) => (lengthOf(one) > lengthOf(most) ? one : most), filled.length ? "" : read(text));
}

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
