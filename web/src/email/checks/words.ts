import { textOf } from "../escape";
import { createBlock, placeholderImage } from "../factory";
import { isKnownPath, splitMergeTags } from "../merge-tags";
import type { Block, EmailDocument } from "../types";
import { eachBlock, type Finding, fixBlock, textsOf } from "./finding";

const MANY = 8;
const LONG_SUBJECT = 70;

/** The texts that the palette's blocks begin with. */
const samples = new Set(
  (["heading", "text", "button", "hero", "hero-image"] as const).flatMap((type) =>
    textsOf(createBlock(type))
      .map(({ text }) => textOf(text))
      .filter((text) => text !== "" && text !== "Read more"),
  ),
);
const leftover = /lorem ipsum|\bTODO\b|\bXXX\b|\[[^\]\n]{2,40}\]/i;

function checkWords(block: Block): Finding[] {
  return textsOf(block).flatMap(({ field, text, html }): Finding[] => {
    const words = html ? textOf(text) : text.trim();
    const at = { blockId: block.id, field };
    if (samples.has(words))
      return [{ rule: "leftover", severity: "warning", message: `“${words}” is still the sample text.`, ...at }];
    const found = leftover.exec(words);
    return found ? [{ rule: "leftover", severity: "warning", message: `“${found[0]}” looks left over.`, ...at }] : [];
  });
}

function checkPicture(block: Block): Finding[] {
  if (block.type !== "image" && block.type !== "hero-image") return [];
  const isHero = block.type === "hero-image";
  const [src, alt, field] = isHero ? [block.imageSrc, block.imageAlt, "imageAlt"] : [block.src, block.alt, "alt"];
  const found: Finding[] = [];
  if (src.endsWith(placeholderImage))
    found.push({
      rule: "leftover",
      severity: "warning",
      message: "The picture is still the placeholder.",
      blockId: block.id,
      field: isHero ? "imageSrc" : "src",
    });
  else if (src.trim() === "")
    found.push({
      rule: "empty-picture",
      severity: "error",
      message: "A picture has no address.",
      blockId: block.id,
      field: isHero ? "imageSrc" : "src",
    });
  if (alt.trim() === "" && !(block.type === "image" && block.decorative))
    found.push({
      rule: "alt",
      severity: "error",
      message: "Somebody who does not see this picture learns nothing about it.",
      blockId: block.id,
      field,
      ...(isHero
        ? {}
        : { fix: fixBlock("Mark as decorative", block.id, (own) => ({ ...own, decorative: true }) as Block) }),
    });
  return found;
}

function checkEmpty(block: Block): Finding[] {
  const remove = fixBlock("Remove", block.id, () => null);
  if ((block.type === "heading" || block.type === "text") && textOf(block.content) === "")
    return [{ rule: "empty-block", severity: "hint", message: "This block is empty.", blockId: block.id, fix: remove }];
  if (block.type === "columns" && block.columns.every((column) => column.length === 0))
    return [
      {
        rule: "empty-columns",
        severity: "warning",
        message: "These columns are empty.",
        blockId: block.id,
        fix: { ...remove, label: "Remove the columns" },
      },
    ];
  return [];
}

function checkTags(text: string, blockId: string | null, field: string): Finding[] {
  const found: Finding[] = [];
  for (const part of splitMergeTags(text)) {
    if (typeof part === "string") {
      if (part.includes("{{"))
        found.push({
          rule: "merge-tag",
          severity: "error",
          message: "A merge tag is not closed or not readable.",
          blockId,
          field,
        });
    } else if (!isKnownPath(part.path))
      found.push({
        rule: "merge-tag",
        severity: "error",
        message: `There is no merge tag “${part.path}”.`,
        blockId,
        field,
      });
  }
  return found;
}

/** Headings step down one by one, so that who listens can find the way. */
function checkHeadings(document: EmailDocument): Finding[] {
  const found: Finding[] = [];
  let before = 0;
  let firsts = 0;
  for (const block of eachBlock(document.blocks)) {
    const level = block.type === "heading" ? block.level : block.type === "hero" || block.type === "hero-image" ? 1 : 0;
    if (level === 0) continue;
    if (level === 1 && ++firsts === 2)
      found.push({
        rule: "heading-order",
        severity: "hint",
        message: "There is more than one main heading.",
        blockId: block.id,
      });
    if (before > 0 && level > before + 1) {
      const right = (before + 1) as 2 | 3 | 4 | 5;
      found.push({
        rule: "heading-order",
        severity: "warning",
        message: `A heading of level ${level} follows one of level ${before}.`,
        blockId: block.id,
        field: "level",
        fix: fixBlock(`Make it level ${right}`, block.id, (own) => ({ ...own, level: right }) as Block),
      });
      before = right;
    } else before = level;
  }
  if (before === 0 && document.blocks.length > MANY)
    found.push({
      rule: "heading-order",
      severity: "hint",
      message: "A mail of this length is easier to read with headings.",
      blockId: null,
    });
  return found;
}

function checkEnvelope({ subject, preheader }: EmailDocument): Finding[] {
  const found: Finding[] = [];
  const add = (severity: Finding["severity"], field: string, message: string) =>
    found.push({ rule: field, severity, message, blockId: null, field });
  if (subject.trim() === "") add("warning", "subject", "There is no subject yet.");
  else if (subject.length > LONG_SUBJECT)
    add("hint", "subject", `Inboxes cut subjects off; this one has ${subject.length} characters.`);
  if (preheader.trim() === "")
    add("hint", "preheader", "Without a preheader, inboxes show the first words of the mail.");
  return [...found, ...checkTags(subject, null, "subject"), ...checkTags(preheader, null, "preheader")];
}

export function checkTexts(document: EmailDocument): Finding[] {
  const blocks = [...eachBlock(document.blocks)].flatMap((block) => [
    ...checkPicture(block),
    ...checkEmpty(block),
    ...checkWords(block),
    ...textsOf(block).flatMap(({ field, text }) => checkTags(text, block.id, field)),
  ]);
  return [...checkEnvelope(document), ...checkHeadings(document), ...blocks];
}
