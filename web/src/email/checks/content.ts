import { blockTypes, kindOf } from "../blocks";
import { createBlock } from "../factory";
import { splitMergeTags } from "../merge-tags";
import { allBlocks } from "../nesting";
import { placeholderImage } from "../placeholder";
import { fieldsOf } from "../texts";
import type { Block, EmailDocument, HeadingLevel } from "../types";
import { say } from "../words";
import { changeBlock, type Finding } from "./document";
import { quote, wordsIn } from "./words";

/** What a block says, or fails to say. */

/** What a block's own type finds. */
const flaws = (block: Block): Finding[] =>
  (kindOf(block).flaws?.(block) ?? []).map(({ fix, ...flaw }) => ({
    ...flaw,
    blockId: block.id,
    ...(fix ? { fix: { label: fix.label, apply: changeBlock(block.id, fix.change) } } : {}),
  }));

/** What the palette writes into new blocks; titles are left out, for they are words that mails do use. */
const defaults = new Set(
  blockTypes.flatMap((type) =>
    fieldsOf(createBlock(type))
      .filter(({ field }) => ["content", "text", "subtitle", "description"].includes(field))
      .map(wordsIn),
  ),
);

export const isDefaultText = (text: string): boolean => defaults.has(text);

const marks: { pattern: RegExp; what: string }[] = [
  { pattern: /lorem ipsum/i, what: say.fillerText },
  { pattern: /\[(?!sic\])[^\][\n]{0,60}\p{L}[^\][\n]{0,60}\]/u, what: say.aPlaceholderInBrackets },
  { pattern: /\b(?:TODO|TBD|FIXME)\b/, what: say.aNoteToYourself },
  { pattern: /\bXXX+\b/, what: say.aNoteToYourself },
];

function leftoverIn(words: string): string | null {
  if (isDefaultText(words)) return say.thisStillSaysWhatA;
  // A default inside a merge tag is nobody's note.
  const own = splitMergeTags(words)
    .filter((part) => typeof part === "string")
    .join(" ");
  for (const { pattern, what } of marks) {
    const found = pattern.exec(own);
    if (found) return say.hereStandsWhatFound(what, quote(found[0]));
  }
  return null;
}

function leftovers(block: Block): Finding[] {
  return fieldsOf(block).flatMap((field): Finding[] => {
    const message =
      field.kind === "image"
        ? field.value.includes(placeholderImage) && say.thePlaceholderStillStandsWhere
        : field.kind !== "link" && leftoverIn(wordsIn(field));
    return message ? [{ rule: "leftover", severity: "warning", message, blockId: block.id, field: field.field }] : [];
  });
}

function headings(document: EmailDocument): Finding[] {
  const blocks = [...allBlocks(document.blocks)];
  const steps = blocks.flatMap((block) => (kindOf(block).headings?.(block) ?? []).map((step) => ({ block, ...step })));
  const out: Finding[] = [];
  if (steps.length === 0 && blocks.length > 8)
    out.push({
      rule: "headings",
      severity: "hint",
      message: say.aMailOfThisLength,
      blockId: null,
    });
  const levelFix = ({ block, change }: (typeof steps)[number], level: number) =>
    change
      ? {
          fix: {
            label: say.makeItLevelLevel(level),
            apply: changeBlock(block.id, (one) => change(one, level as HeadingLevel)),
          },
        }
      : {};
  let titles = 0;
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1]?.level;
    const base = { blockId: step.block.id, field: step.change ? "level" : "content" };
    if (step.level === 1 && ++titles > 1)
      out.push({
        ...base,
        rule: "heading-one",
        severity: "hint",
        message: say.thereIsMoreThanOne,
        ...levelFix(step, 2),
      });
    // A mail may begin with level 2: its subject is the title.
    const most = before === undefined ? 2 : before + 1;
    if (step.level > most)
      out.push({
        ...base,
        rule: "heading-order",
        severity: "warning",
        message: say.aHeadingOfLevelLevel(
          step.level,
          before === undefined ? say.nothing : say.aHeadingAt(before),
          most,
        ),
        ...levelFix(step, most),
      });
  }
  return out;
}

export function contentFindings(document: EmailDocument): Finding[] {
  const out: Finding[] = [];
  for (const block of allBlocks(document.blocks)) out.push(...flaws(block), ...leftovers(block));
  for (const field of ["subject", "preheader"] as const) {
    const message = leftoverIn(document[field].trim());
    if (message) out.push({ rule: "leftover", severity: "warning", message, blockId: null, field });
  }
  return [...out, ...headings(document)];
}
