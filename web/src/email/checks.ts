import { contentFindings } from "./checks/content";
import { contrastFindings } from "./checks/contrast";
import type { Finding } from "./checks/document";
import { linksFindings } from "./checks/links";
import { newBlockId } from "./ids";
import { splitMergeTags } from "./merge-tags";
import { allBlocks } from "./nesting";
import { byteLength, bytesByBlock, GMAIL_CLIP } from "./size";
import { fieldsOf } from "./texts";
import type { Block, EmailDocument } from "./types";
import { say } from "./words";

export type { Finding, Fix } from "./checks/document";

const LARGE = 80 * 1024;
const LONG_SUBJECT = 70;

function addFooter(document: EmailDocument): EmailDocument {
  const footer: Block = {
    id: newBlockId(),
    type: "text",
    content:
      '<p>You get this email because you subscribed to {{ newsletter.name }}.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    style: { fontSize: "14px", textAlign: "center" },
  };
  return { ...document, blocks: [...document.blocks, footer] };
}

function unsubscribe(document: EmailDocument): Finding[] {
  const leadsOut = (text: string) =>
    splitMergeTags(text).some((part) => typeof part !== "string" && part.path === "unsubscribe_url");
  for (const block of allBlocks(document.blocks)) if (fieldsOf(block).some(({ value }) => leadsOut(value))) return [];
  return [
    {
      rule: "unsubscribe",
      severity: "error",
      message: say.thereIsNoLinkTo,
      blockId: null,
      fix: { label: say.addAFooter, apply: addFooter },
    },
  ];
}

function size(document: EmailDocument, html: string): Finding[] {
  const bytes = byteLength(html);
  if (bytes < LARGE) return [];
  const kilobytes = Math.round(bytes / 1024);
  const largest = [...bytesByBlock(document)].filter(([id]) => document.blocks.some((block) => block.id === id));
  const [id] = largest.reduce<[string | null, number]>((most, one) => (one[1] > most[1] ? one : most), [null, 0]);
  const tooLarge = bytes >= GMAIL_CLIP;
  return [
    {
      rule: "size",
      severity: tooLarge ? "error" : "warning",
      message: tooLarge ? say.theMailHasKilobytesKB(kilobytes) : say.theMailHasKilobytesKBAt(kilobytes),
      blockId: id,
    },
  ];
}

/** A subject as one of its readers sees it. */
function readSubject(subject: string): string {
  return splitMergeTags(subject)
    .map((part) => (typeof part === "string" ? part : (part.default ?? "x".repeat(8))))
    .join("");
}

function envelope({ subject, preheader }: EmailDocument): Finding[] {
  const out: Finding[] = [];
  if (!subject.trim())
    out.push({
      rule: "subject",
      severity: "warning",
      message: say.theMailHasNoSubject,
      blockId: null,
      field: "subject",
    });
  const length = [...readSubject(subject.trim())].length;
  if (length > LONG_SUBJECT)
    out.push({
      rule: "subject-length",
      severity: "hint",
      message: say.theSubjectHasLengthCharacters(length, LONG_SUBJECT),
      blockId: null,
      field: "subject",
    });
  if (!preheader.trim())
    out.push({
      rule: "preheader",
      severity: "hint",
      message: say.thereIsNoPreviewText,
      blockId: null,
      field: "preheader",
    });
  return out;
}

const order = ["error", "warning", "hint"];

/** What should be looked at before a mail is sent, the gravest first. `html` is the mail as it is sent. */
export function checkDocument(document: EmailDocument, html: string): Finding[] {
  return [
    ...envelope(document),
    ...unsubscribe(document),
    ...linksFindings(document),
    ...contentFindings(document),
    ...contrastFindings(document),
    ...size(document, html),
  ].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}
