import { kindOf } from "../blocks";
import { readableOn } from "../colors";
import { escapeAttribute, escapeText } from "../escape";
import type { Block, EmailDocument, Theme } from "../types";
import { say } from "../words";
import { type Context, cleanTheme, DarkRules, innerWidth, table } from "./context";

export interface RenderOptions {
  /** Whether the preheader stands in the HTML; a campaign's is put in when it is sent. True when absent. */
  preheader?: boolean;
  /** Puts the document itself into a comment, so that an export can be imported again without loss. */
  embed?: boolean;
}

/** What hides the preheader in each program, for none of the means works in all. */
const hidden =
  "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all";

/** Keeps programs from filling the preview line with the first words of the mail. */
const filler = "&#847;&zwnj;&nbsp;".repeat(60);

interface Rule {
  selector: string;
  property: string;
  value: string;
}

/** What dark mode changes. */
function darkRules(theme: Theme, found: DarkRules): Rule[] {
  const { dark } = theme;
  const rules: Rule[] = [
    { selector: ".bg", property: "background-color", value: dark.backgroundColor },
    { selector: ".ct", property: "background-color", value: dark.contentBackgroundColor },
    // The paragraphs of a hero have a colour of their own inside the cell.
    ...[".tx", ".tx p", ".hd"].map((selector) => ({ selector, property: "color", value: dark.textColor })),
    ...[".tx a", ".hd a"].map((selector) => ({ selector, property: "color", value: dark.linkColor })),
    { selector: ".dv", property: "border-color", value: "#555555" },
  ];
  for (const { name, property, value, ground } of found.all()) {
    // Twice, so that a part of a text is stronger than the rules of its block.
    rules.push({
      selector: property === "color" && ground === null ? `.${name}.${name}` : `.${name}`,
      property,
      value,
    });
    if (ground === null) continue;
    // A heading has a colour of its own inside the cell, and so have links.
    const link = readableOn(dark.linkColor, ground);
    rules.push({ selector: `.${name} :not(a)`, property, value }, { selector: `.${name} a`, property, value: link });
  }
  // At the end: a button in a coloured block is not one of the block's links.
  return [
    ...rules,
    { selector: ".bo", property: "border-color", value: dark.linkColor },
    { selector: ".bo a", property: "color", value: dark.linkColor },
    { selector: ".bp", property: "background-color", value: dark.primaryColor },
    { selector: ".bp a", property: "color", value: dark.primaryTextColor },
  ];
}

const css = (rules: Rule[], before = "") =>
  rules.map(({ selector, property, value }) => `${before}${selector}{${property}:${value}!important}`).join("");

function styleSheet(theme: Theme, dark: DarkRules | null): string {
  const small = Math.floor(theme.contentPadding / 2);
  const phone = `@media (max-width:${theme.contentWidth - 1}px){.p{padding:${small}px!important}.s{max-width:100%!important}.g{padding-left:0!important;padding-right:0!important}}`;
  const base = `:root{color-scheme:light${dark ? " dark" : ""};supported-color-schemes:light${dark ? " dark" : ""}}body{margin:0;padding:0}`;
  if (!dark) return `<style>${base}${phone}</style>`;
  const rules = darkRules(theme, dark);
  const colors = rules.filter(({ property }) => property !== "background-color");
  const grounds = rules.filter(({ property }) => property === "background-color");
  // Two sheets: a program that stumbles over the second keeps the first.
  return `<style>${base}${phone}</style><style>@media (prefers-color-scheme:dark){${css(rules)}}${css(colors, "[data-ogsc] ")}${css(grounds, "[data-ogsb] ")}</style>`;
}

/** The document in a comment: base64 has nothing that could end it. */
export function embedded(document: EmailDocument): string {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `<!--letterpress:${btoa(binary)}-->`;
}

/** A block as a row of a table that is `width` px wide. */
export const renderRow = (ctx: Context, block: Block, width: number): string => kindOf(block).render(ctx, block, width);

export function contextOf(theme: Theme, canvas: boolean): Context {
  const dark = canvas || !theme.dark.enabled ? null : new DarkRules();
  const ctx: Context = { theme, canvas, dark, row: (block, width) => renderRow(ctx, block, width) };
  return ctx;
}

/** A whole mail. The same document gives the same bytes. */
export function renderDocument(document: EmailDocument, options: RenderOptions = {}): string {
  const theme = cleanTheme(document.theme);
  const ctx = contextOf(theme, false);
  const width = innerWidth(theme);
  const rows = document.blocks.map((block: Block) => renderRow(ctx, block, width)).join("");
  const title = document.subject.trim() || document.name.trim() || say.newsletter;
  const schemes = `light${ctx.dark ? " dark" : ""}`;
  const lang = `lang="${escapeAttribute(theme.lang)}" dir="${theme.dir}"`;
  const preheader =
    options.preheader !== false && document.preheader.trim()
      ? `<div data-preheader="" style="${hidden}">${escapeText(document.preheader.trim())}${filler}</div>`
      : "";
  const radius = theme.contentRadius ? `border-radius:${theme.contentRadius}px;` : "";
  return `<!doctype html><html ${lang} xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"><meta name="color-scheme" content="${schemes}"><meta name="supported-color-schemes" content="${schemes}"><title>${escapeText(title)}</title><!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->${styleSheet(theme, ctx.dark)}</head><body class="bg" style="margin:0;padding:0;background-color:${theme.backgroundColor}">${preheader}<div role="article" aria-roledescription="email" aria-label="${escapeAttribute(title)}" ${lang}><${table} width="100%" class="bg" bgcolor="${theme.backgroundColor}" style="background-color:${theme.backgroundColor}"><tr><td align="center" style="padding:24px 0"><!--[if mso]><${table} width="${theme.contentWidth}" align="center"><tr><td><![endif]--><${table} width="100%" class="ct" bgcolor="${theme.contentBackgroundColor}" style="max-width:${theme.contentWidth}px;background-color:${theme.contentBackgroundColor};${radius}border-collapse:separate"><tr><td class="p" ${lang} style="padding:${theme.contentPadding}px"><${table} width="100%">${rows}</table></td></tr></table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></div>${options.embed ? embedded(document) : ""}</body></html>`;
}

/** One block as the mail has it; `canvas` leaves out what only mail programs read. */
export function renderBlock(block: Block, theme: Theme, width: number, options: { canvas?: boolean } = {}): string {
  return `<${table} width="100%">${renderRow(contextOf(theme, options.canvas === true), block, width)}</table>`;
}
