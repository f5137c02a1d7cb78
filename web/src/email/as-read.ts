import { mergeTags, splitMergeTags } from "./merge-tags";

const samples = new Map(mergeTags.map((tag) => [tag.path, tag.sample]));

interface Read {
  subject: string;
  newsletter_name?: string | null;
}

/** The subject as a reader sees it who left everything out that can be left out; a sample where nothing stands in. */
export function readSubject({ subject, newsletter_name }: Read): string {
  const parts = splitMergeTags(subject).map((part) => {
    if (typeof part === "string") return part;
    if (part.path === "newsletter.name" && newsletter_name) return newsletter_name;
    return part.default ?? samples.get(part.path) ?? "";
  });
  return parts.join("").replace(/\s+/g, " ").trim() || subject;
}

/** How a text begins, read the same way: without the lines under headings, and without a merge tag that was cut. */
export function readBeginning(text: string, newsletter_name: Read["newsletter_name"]): string {
  const plain = text.replace(/\{\{[^}]*\}?$/, "…").replace(/(?:^|\s)[-=_*#~]{3,}(?=\s|$)/g, " ");
  return readSubject({ subject: plain.trim(), newsletter_name });
}
