import { diffWords } from "diff";
import type { Campaign } from "@/api/campaigns";
import { designTextOf, wordsOf } from "../design";
import { withoutMarkup } from "../text";
import { say } from "../words";

/** What of a campaign or one of its versions is read. */
type Saved = Pick<Campaign, "subject" | "preheader" | "html_content" | "text_content" | "blocks" | "theme">;

export interface Part {
  kind: "same" | "added" | "removed";
  text: string;
}

export interface Change {
  label: string;
  parts: Part[];
}

/** Longer than anybody waits; then the one stands beside the other as a whole. */
const MOST_MS = 400;
/** Of what stayed, so many letters are shown before and after a change. */
const AROUND = 90;

const contentOf = (saved: Saved): string => {
  if (saved.blocks !== null) return wordsOf(designTextOf(saved));
  return withoutMarkup(saved.html_content ?? "") || (saved.text_content ?? "");
};

/** A long passage that stayed, without its middle. */
function shortened(text: string, at: number, last: number): string {
  const before = at === 0 ? "" : text.slice(0, AROUND);
  const after = at === last ? "" : text.slice(-AROUND);
  return text.length <= before.length + after.length + AROUND ? text : `${before} … ${after}`;
}

function compare(then: string, now: string): Part[] {
  const found = diffWords(then, now, { timeout: MOST_MS });
  const all: Part[] = found
    ? found.map(({ added, removed, value }) => ({ kind: added ? "added" : removed ? "removed" : "same", text: value }))
    : [
        { kind: "removed", text: then },
        { kind: "added", text: now },
      ];
  return all.map((part, at) =>
    part.kind === "same" ? { ...part, text: shortened(part.text, at, all.length - 1) } : part,
  );
}

/** What was changed since a version, field by field; nothing of what is the same. */
export function changesSince(version: Saved, now: Saved): Change[] {
  const fields: [label: string, then: string, now: string][] = [
    [say.subjectLine, version.subject, now.subject],
    [say.previewText, version.preheader ?? "", now.preheader ?? ""],
    [say.content, contentOf(version), contentOf(now)],
  ];
  return fields
    .filter(([, one, other]) => one !== other)
    .map(([label, one, other]) => ({ label, parts: compare(one, other) }));
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** How many words came and went since. */
export function lengthOf(changes: Change[]): { added: number; removed: number } {
  const count = (kind: Part["kind"]) =>
    changes.flatMap(({ parts }) => parts).reduce((sum, part) => sum + (part.kind === kind ? wordsIn(part.text) : 0), 0);
  return { added: count("added"), removed: count("removed") };
}
