import type { Block, EmailDocument } from "../types";
import { schemeOf } from "../urls";
import { changeBlock, eachBlock, type Finding, fixBlock, linksOf } from "./finding";

const vague = /^(?:click here|here|this link|link|read|more|hier|ici|aquí)[.!…»>]*$/i;
const local =
  /^https?:\/\/(?:localhost(?:[:/]|$)|127\.|0\.0\.0\.0|10\.|192\.168\.|\[::1\]|[^/]*\.(?:local|test|localhost|internal)(?:[:/]|$)|(?:staging|dev|test)[.-])/i;

/** Puts another address into one field; in rich text, in place of the same address. */
function withHref(block: Block, field: string, before: string, href: string): Block {
  if (block.type === "social")
    return { ...block, platforms: { ...block.platforms, [field.slice("platforms.".length)]: href } };
  if (field === "content" && (block.type === "heading" || block.type === "text"))
    return { ...block, content: block.content.replaceAll(`href="${before}"`, `href="${href}"`) };
  return { ...block, [field]: href } as Block;
}

function checkLink(block: Block, { field, href, text }: { field: string; href: string; text: string }): Finding[] {
  const at = { blockId: block.id, field };
  const found: Finding[] = [];
  const isEmpty = href.trim() === "" || href.trim() === "#";
  // A platform without an address is not shown, a picture need not lead anywhere.
  if (isEmpty && block.type !== "social" && block.type !== "image")
    found.push({ rule: "empty-link", severity: "error", message: `“${text || "A link"}” leads nowhere.`, ...at });
  if (local.test(href))
    found.push({ rule: "local-host", severity: "error", message: `Readers cannot reach ${href}.`, ...at });
  else if (schemeOf(href) === "http") {
    const secure = `https${href.trim().slice(4)}`;
    found.push({
      rule: "insecure-link",
      severity: "hint",
      message: `${href} is not encrypted.`,
      fix: fixBlock("Use https", block.id, (own) => withHref(own, field, href, secure)),
      ...at,
    });
  }
  if (block.type === "heading" || block.type === "text" || block.type === "button") {
    if (text === "") found.push({ rule: "link-text", severity: "error", message: "A link has no text.", ...at });
    else if (vague.test(text) || /^https?:\/\//i.test(text))
      found.push({
        rule: "link-text",
        severity: "warning",
        message: `“${text}” does not say where it leads.`,
        ...at,
      });
  }
  return found;
}

export function checkLinks(document: EmailDocument): Finding[] {
  return [...eachBlock(document.blocks)].flatMap((block) => linksOf(block).flatMap((link) => checkLink(block, link)));
}

const footer: Block = {
  id: "unsubscribe-footer",
  type: "text",
  content:
    '<p>You get this mail because you subscribed to {{ newsletter.name }}.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  style: { textAlign: "center", fontSize: "14px", color: "#5f6570" },
};

/** The law and the mail programs want a way out that can be seen. */
export function checkUnsubscribe(document: EmailDocument): Finding[] {
  const has = [...eachBlock(document.blocks)].some((block) =>
    linksOf(block).some(({ href }) => /\{\{\s*unsubscribe_url\s*\}\}/.test(href)),
  );
  if (has || document.blocks.length === 0) return [];
  return [
    {
      rule: "unsubscribe",
      severity: "error",
      message: "There is no link to unsubscribe.",
      blockId: null,
      fix: {
        label: "Add a footer",
        apply: (mail) => ({ ...mail, blocks: [...changeBlock(mail.blocks, footer.id, () => null), footer] }),
      },
    },
  ];
}
