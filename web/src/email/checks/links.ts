import { isKnownPath, splitMergeTags } from "../merge-tags";
import { allBlocks } from "../nesting";
import { fieldsOf } from "../texts";
import type { Block, EmailDocument } from "../types";
import { safeUrl } from "../urls";
import { say } from "../words";
import { isDefaultText } from "./content";
import { changeBlock, type Finding, urlsOf, withUrl } from "./document";
import { linksOf, quote } from "./words";

/** Where a mail leads, and what is put in for each reader. */

const vague = /^(?:click|tap|press)?\s*(?:here|this|link|this link)\s*[.!:>→»]*$|^click(?: me)?$/i;
const bareUrl = /^(?:https?:\/\/|www\.)\S+$|^\{\{\s*\w+_url\s*\}\}$/i;

function wordsFinding(words: string, block: Block, field: string): Finding[] {
  const base = { rule: "link-text", severity: "warning", blockId: block.id, field } as const;
  if (isDefaultText(words)) return [];
  if (!words) return [{ ...base, message: say.aLinkHasNoText }];
  if (vague.test(words)) return [{ ...base, message: say.wordsDoesNotSayWhere(quote(words)) }];
  if (bareUrl.test(words)) return [{ ...base, message: say.wordsIsAnAddressWords(quote(words)) }];
  return [];
}

function linkFindings(block: Block): Finding[] {
  const out: Finding[] = [];
  const fields = fieldsOf(block);
  const dead = (href: string, field: string, what: string) => {
    if (safeUrl(href) === "" || href.trim() === "#")
      out.push({
        rule: "empty-link",
        severity: "error",
        message: say.whatLeadsNowhere(what),
        blockId: block.id,
        field,
      });
  };
  for (const { field, value, kind, click } of fields) {
    for (const { href, words } of kind === "html" ? linksOf(value) : []) {
      dead(href, field, words ? say.theLinkWords(quote(words)) : say.aLink);
      out.push(...wordsFinding(words, block, field));
    }
    if (!click) continue;
    dead(value, field, click.what);
    const words = fields.find((one) => one.field === click.words);
    if (words) out.push(...wordsFinding(words.value.trim(), block, words.field));
  }
  return out;
}

function hostOf(url: string): string | null {
  return /^(?:https?:)?\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

/** Hosts that only the author's machine or team can reach. */
const isLocal = (host: string): boolean =>
  /^localhost\.?$|\.localhost$|^127\.|^0\.0\.0\.0$|^10\.\d|^192\.168\.|^\[::1\]$|\.(?:local|test|internal)$|(?:^|\.)staging[.-]/.test(
    host,
  );

function addressFindings(block: Block): Finding[] {
  const out: Finding[] = [];
  const seen = new Set<string>();
  for (const { field, url, kind } of urlsOf(block)) {
    if (seen.has(url)) continue;
    seen.add(url);
    const host = hostOf(url);
    const what = kind === "image" ? say.thePicture : say.aLink;
    if (host && isLocal(host))
      out.push({
        rule: "local-link",
        severity: "error",
        message: say.whatLeadsToHostWhich(what, quote(host)),
        blockId: block.id,
        field,
      });
    else if (/^http:\/\//i.test(url))
      out.push({
        rule: "insecure-link",
        severity: "hint",
        message: say.whatIsNotEncryptedUrl(what, quote(url)),
        blockId: block.id,
        field,
        fix: {
          label: say.useHttps,
          apply: changeBlock(block.id, (one) => withUrl(one, url, url.replace(/^http:/i, "https:"))),
        },
      });
  }
  return out;
}

/** What is wrong with the merge tags of a text. */
function tagProblems(text: string): string[] {
  const out = new Set<string>();
  for (const part of splitMergeTags(text)) {
    if (typeof part === "string") {
      const broken = /\{\{[^{}]{0,40}\}{0,2}|[^{}]{0,20}\}\}/.exec(part)?.[0].trim();
      if (broken) out.add(say.brokenIsNotAMerge(quote(broken)));
    } else if (!isKnownPath(part.path)) out.add(say.thereIsNoMergeTag(quote(part.path)));
  }
  return [...out];
}

function tagFindings(text: string, blockId: string | null, field: string): Finding[] {
  return tagProblems(text).map((message) => ({ rule: "merge-tag", severity: "error", message, blockId, field }));
}

export function linksFindings(document: EmailDocument): Finding[] {
  const out: Finding[] = [];
  for (const field of ["subject", "preheader"] as const) out.push(...tagFindings(document[field], null, field));
  for (const block of allBlocks(document.blocks)) {
    out.push(...linkFindings(block), ...addressFindings(block));
    for (const { field, value } of fieldsOf(block)) out.push(...tagFindings(value, block.id, field));
  }
  return out;
}
