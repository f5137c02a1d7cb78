import { createBlock, ofLevel, placeholderImage } from "../factory";
import { splitMergeTags } from "../merge-tags";
import type { Block, EmailDocument, HeadingLevel } from "../types";
import { safeUrl } from "../urls";
import { allBlocks, changeBlock, type Finding, fieldsOf, quote, wordsIn, wordsOf } from "./document";

/** What a block says, or fails to say. */

const pictures = (block: Block): Finding[] => {
  if (block.type === "hero-image" && block.imageSrc && !block.imageAlt.trim())
    return [
      {
        rule: "alt",
        severity: "hint",
        message: "The picture beside the text has no alternative text. Leave it so only if it shows nothing new.",
        blockId: block.id,
        field: "imageAlt",
      },
    ];
  if (block.type !== "image" || block.alt.trim()) return [];
  if (safeUrl(block.href) && block.href !== "#")
    return [
      {
        rule: "alt",
        severity: "warning",
        message: "The picture is a link, and without an alternative text nobody hears where it leads.",
        blockId: block.id,
        field: "alt",
      },
    ];
  if (block.decorative) return [];
  return [
    {
      rule: "alt",
      severity: "warning",
      message: "The picture has no alternative text: who cannot see it learns nothing of it.",
      blockId: block.id,
      field: "alt",
      fix: {
        label: "Mark as decorative",
        apply: changeBlock(block.id, (one) => (one.type === "image" ? { ...one, decorative: true } : one)),
      },
    },
  ];
};

/** What the palette writes into new blocks; titles are left out, for they are words that mails do use. */
const defaults = new Set(
  (["heading", "text", "button", "hero", "hero-image"] as const).flatMap((type) =>
    fieldsOf(createBlock(type))
      .filter(({ field }) => ["content", "text", "subtitle", "description"].includes(field))
      .map(wordsIn),
  ),
);

export const isDefaultText = (text: string): boolean => defaults.has(text);

const marks: { pattern: RegExp; what: string }[] = [
  { pattern: /lorem ipsum/i, what: "filler text" },
  { pattern: /\[(?!sic\])[^\][\n]{0,60}\p{L}[^\][\n]{0,60}\]/u, what: "a placeholder in brackets" },
  { pattern: /\b(?:TODO|TBD|FIXME)\b/, what: "a note to yourself" },
  { pattern: /\bXXX+\b/, what: "a note to yourself" },
];

function leftoverIn(words: string): string | null {
  if (isDefaultText(words)) return "This still says what a new block says.";
  // A default inside a merge tag is nobody's note.
  const own = splitMergeTags(words)
    .filter((part) => typeof part === "string")
    .join(" ");
  for (const { pattern, what } of marks) {
    const found = pattern.exec(own);
    if (found) return `Here stands ${what}: ${quote(found[0])}.`;
  }
  return null;
}

function leftovers(block: Block): Finding[] {
  return fieldsOf(block).flatMap((field): Finding[] => {
    const message =
      field.kind === "image"
        ? field.value.includes(placeholderImage) && "The placeholder still stands where a picture should."
        : field.kind !== "link" && leftoverIn(wordsIn(field));
    return message ? [{ rule: "leftover", severity: "warning", message, blockId: block.id, field: field.field }] : [];
  });
}

const remove = (block: Block, label: string) => ({ label, apply: changeBlock(block.id, () => null) });

function emptiness(block: Block): Finding[] {
  const base = { blockId: block.id };
  if (block.type === "columns" && block.columns.every((column) => column.length === 0))
    return [
      {
        ...base,
        rule: "empty-columns",
        severity: "warning",
        message: "There is nothing in these columns.",
        fix: remove(block, "Remove the columns"),
      },
    ];
  if ((block.type === "heading" || block.type === "text") && wordsOf(block.content) === "")
    return [
      {
        ...base,
        rule: "empty-block",
        severity: "hint",
        message: `This ${block.type} is empty; for distance there are spacers.`,
        field: "content",
        fix: remove(block, "Remove"),
      },
    ];
  return [];
}

interface Step {
  block: Block;
  level: number;
  /** Whether the block is nothing but this heading, so that its level can be set. */
  own: boolean;
}

function headingsOf(block: Block): Step[] {
  if (block.type === "heading") return wordsOf(block.content) ? [{ block, level: block.level, own: true }] : [];
  if (block.type === "hero" || block.type === "hero-image") return block.title ? [{ block, level: 1, own: false }] : [];
  if (block.type !== "text") return [];
  const found = block.content.matchAll(/<h([1-6])(?=[\s>])/gi);
  return [...found].map(([, level]) => ({ block, level: Number(level), own: false }));
}

function headings(document: EmailDocument): Finding[] {
  const blocks = [...allBlocks(document)];
  const steps = blocks.flatMap(headingsOf);
  const out: Finding[] = [];
  if (steps.length === 0 && blocks.length > 8)
    out.push({
      rule: "headings",
      severity: "hint",
      message: "A mail of this length is easier to read with a heading or two.",
      blockId: null,
    });
  const levelFix = ({ block, own }: Step, level: number) =>
    own
      ? {
          fix: {
            label: `Make it level ${level}`,
            apply: changeBlock(block.id, (one) =>
              one.type === "heading" ? { ...one, ...ofLevel(one, level as HeadingLevel) } : one,
            ),
          },
        }
      : {};
  let titles = 0;
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1]?.level;
    const base = { blockId: step.block.id, field: step.own ? "level" : "content" };
    if (step.level === 1 && ++titles > 1)
      out.push({
        ...base,
        rule: "heading-one",
        severity: "hint",
        message: "There is more than one heading of level 1; a mail has one title.",
        ...levelFix(step, 2),
      });
    // A mail may begin with level 2: its subject is the title.
    const most = before === undefined ? 2 : before + 1;
    if (step.level > most)
      out.push({
        ...base,
        rule: "heading-order",
        severity: "warning",
        message: `A heading of level ${step.level} follows ${before === undefined ? "nothing" : `one of level ${before}`}; level ${most} would.`,
        ...levelFix(step, most),
      });
  }
  return out;
}

export function contentFindings(document: EmailDocument): Finding[] {
  const out: Finding[] = [];
  for (const block of allBlocks(document)) out.push(...pictures(block), ...leftovers(block), ...emptiness(block));
  for (const field of ["subject", "preheader"] as const) {
    const message = leftoverIn(document[field].trim());
    if (message) out.push({ rule: "leftover", severity: "warning", message, blockId: null, field });
  }
  return [...out, ...headings(document)];
}
