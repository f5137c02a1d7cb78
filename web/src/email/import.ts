import { textOf } from "./escape";
import { blankDocument } from "./factory";
import { type Note, Walker } from "./import/blocks";
import { clean } from "./import/clean";
import { isMjml, readMjml } from "./import/mjml";
import { readTree } from "./import/tree";
import { parseDocument } from "./parse";
import type { Block, EmailDocument } from "./types";
import { say } from "./words";

export interface ImportLine {
  kind: "converted" | "approximated" | "skipped";
  what: string;
}

export interface Imported {
  document: EmailDocument;
  report: ImportLine[];
}

/** Longer than any mail that a program would show; the rest is not read. */
const MAX_HTML = 3_000_000;

const opening = "<!--letterpress:";

/** The document that an export of ours carries; null when there is none or it is damaged. */
function carried(html: string): unknown {
  const at = html.lastIndexOf(opening);
  const end = at < 0 ? -1 : html.indexOf("-->", at);
  if (end < 0) return null;
  try {
    const binary = atob(html.slice(at + opening.length, end));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Counts what became of the parts, so that the report has one line for each kind. */
class Counts {
  private readonly counts = new Map<string, { kind: ImportLine["kind"]; one: string; many: string; count: number }>();

  readonly note: Note = (kind, one, many) => {
    const known = this.counts.get(`${kind} ${one}`);
    if (known) known.count++;
    else this.counts.set(`${kind} ${one}`, { kind, one, many, count: 1 });
  };

  lines(): ImportLine[] {
    const order = ["converted", "approximated", "skipped"];
    return [...this.counts.values()]
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      .map(({ kind, one, many, count }) => ({ kind, what: `${count} ${count === 1 ? one : many}` }));
  }
}

/** What a mail loses without a trace for its readers. */
const silent = new Set(["script", "style", "title", "xml", "template", "noembed", "noframes", "noscript"]);

function read(html: string, note: Note) {
  const tree = readTree(html.slice(0, MAX_HTML), (name) => {
    if (!silent.has(name)) note("skipped", say.elementEmailsCantShow(name), say.elementsEmailsCantShow(name));
  });
  if (html.length > MAX_HTML) note("skipped", say.beyond3MB, say.beyond3MBMany);
  return clean(tree);
}

function walk(html: string, note: Note): { blocks: Block[]; hidden: string } {
  const { root, hidden } = read(html, note);
  const walker = new Walker(note);
  walker.visit(root, undefined, null);
  walker.finish();
  return { blocks: walker.blocks, hidden };
}

/** Blocks from anybody's HTML: a page, a mail, or what was copied from a word processor. */
export function htmlToBlocks(html: string): Block[] {
  return walk(html, () => {}).blocks;
}

/** A document from MJML, as near as it goes. */
function importMjml(source: string): Imported {
  const counts = new Counts();
  const { blocks, theme, title, preheader } = readMjml(read(source, counts.note).root, counts.note);
  return {
    document: {
      ...blankDocument(),
      ...(title ? { name: title, subject: title } : {}),
      preheader: preheader.slice(0, 200),
      blocks,
      theme,
    },
    report: counts.lines(),
  };
}

/** A document from HTML or MJML: without loss when it is an export of ours, as near as it goes otherwise. */
export function importHtml(html: string): Imported {
  const json = carried(html);
  if (json !== null) {
    const { document, problems } = parseDocument(json);
    if (document.blocks.length > 0 || problems.length === 0)
      return {
        document,
        report: [
          { kind: "converted", what: say.theWholeMailAsIt },
          ...problems.map((what): ImportLine => ({ kind: "approximated", what })),
        ],
      };
  }
  if (isMjml(html)) return importMjml(html);
  const counts = new Counts();
  const { blocks, hidden } = walk(html, counts.note);
  const title = textOf(/<title[^>]*>([^<]{0,500})/i.exec(html)?.[1] ?? "");
  const preheader = hidden
    .replace(/[\u034f\u200c\u00ad\u2007\ufeff\s]+/g, " ")
    .trim()
    .slice(0, 200);
  return {
    document: { ...blankDocument(), ...(title ? { name: title, subject: title } : {}), preheader, blocks },
    report: counts.lines(),
  };
}
