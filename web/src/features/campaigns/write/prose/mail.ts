import { getHTMLFromFragment } from "@tiptap/core";
import { DOMParser, Fragment, type Node, type Schema } from "@tiptap/pm/model";
import { Transform } from "@tiptap/pm/transform";
import { toEditor, toStored } from "@/editor/richtext/content";
import { copyBlock, createBlock, newBlockId, parseBlocks, sanitize } from "@/email";
import { ofLevel } from "@/email/blocks/heading/schema";
import type { Block, BlockOf } from "@/email/types";
import { parseStyled } from "@/lib/inline-styles";

type Written = BlockOf<"text"> | BlockOf<"heading">;

/** The block that text stands for, and the text it was read into. */
interface Seed {
  block: Written;
  nodes: readonly Node[] | null;
}

const isHeading = (node: Node) => node.type.name === "heading" && node.attrs.inText !== true;
const isPart = (node: Node) => node.type.name === "part";
const isBlank = (node: Node) => node.type.name === "paragraph" && node.content.size === 0;

/** What a list or a quote was made of knows where it came from. */
const idOf = (node: Node): string | null => node.attrs.block ?? (node.firstChild ? idOf(node.firstChild) : null);

const same = (one: readonly Node[], other: readonly Node[]) =>
  one.length === other.length && one.every((node, at) => node === other[at] || node.eq(other[at] as Node));

/** The pieces of a mail, one for each block that is written out. */
interface Piece {
  /** The id that its text carries; null for parts. */
  id: string | null;
  nodes: Node[];
}

function piecesOf(doc: Node): Piece[] {
  const pieces: Piece[] = [];
  doc.forEach((node) => {
    const id = isPart(node) ? null : idOf(node);
    const last = pieces.at(-1);
    if (last && id !== null && last.id === id && !isHeading(node)) last.nodes.push(node);
    else pieces.push({ id, nodes: [node] });
  });
  return pieces;
}

/**
 * A mail's blocks as one document to write in, and back. Text and headings are open to the caret; every other block is a
 * part that holds its JSON. What was not touched goes back as the very same block.
 */
export class Mail {
  readonly #schema: Schema;
  readonly #seeds = new Map<string, Seed>();
  /** What was written out before: of a long mail, only the changed lines are written out again. */
  readonly #html = new WeakMap<Node, string>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  open(blocks: readonly unknown[]): Node {
    const taken = new Set<string>();
    const nodes = blocks.flatMap((raw) => this.#nodesOf(raw, taken));
    const { doc: topNode } = this.#schema.nodes;
    if (!topNode) throw new Error("The schema has no document");
    const blank = this.#schema.nodes.paragraph?.create();
    const doc = topNode.create(null, nodes.length > 0 ? nodes : blank);
    return this.settle(new Transform(doc)).doc;
  }

  read(doc: Node): Block[] {
    return piecesOf(doc).flatMap(({ id, nodes }) => (id === null ? partOf(nodes) : this.#textOf(id, nodes)));
  }

  /** Writes out some lines that the first change will need, from the one at `index`; where it got to, null at the end. */
  warm(doc: Node, index: number, until: () => boolean): number | null {
    for (let at = index; at < doc.childCount; at++) {
      const node = doc.child(at);
      if (!isPart(node)) this.#write(node, isHeading(node) ? "inline" : "rich");
      if (until()) return at + 1;
    }
    return null;
  }

  /** Gives every piece of text the block it belongs to: the one it came from, or else the one before it. */
  settle<T extends Transform>(tr: T): T {
    const seen = new Set<string>();
    const shown = new Set<unknown>();
    /** The text that the next piece may go on: its id, and the one that its pieces came with. */
    let before: { id: string; own: string | null } | null = null;
    const { doc } = tr;
    doc.forEach((node, at) => {
      if (isPart(node)) {
        const { mail } = node.attrs;
        if (shown.has(mail)) tr.setNodeAttribute(at, "mail", copyBlock(mail));
        shown.add(mail);
        before = null;
        return;
      }
      const own = idOf(node);
      const id = isHeading(node) ? this.#headingId(node, own, seen) : this.#textId(own, seen, before);
      before = isHeading(node) ? null : { id, own };
      seen.add(id);
      if (node.attrs.block !== id) tr.setNodeAttribute(at, "block", id);
    });
    // There is always a line to go on in.
    if (doc.lastChild && isPart(doc.lastChild)) {
      const line = this.#schema.nodes.paragraph?.create({
        block: this.#plant({ ...createBlock("text"), content: "" }),
      });
      if (line) tr.insert(tr.doc.content.size, line);
    }
    return tr;
  }

  #plant(block: Written): string {
    this.#seeds.set(block.id, { block, nodes: null });
    return block.id;
  }

  #headingId(node: Node, own: string | null, seen: Set<string>): string {
    const seed = own === null ? undefined : this.#seeds.get(own)?.block;
    if (own !== null && seed?.type === "heading" && !seen.has(own)) return own;
    if (seed?.type === "heading") return this.#plant({ ...seed, id: newBlockId() });
    const fresh = createBlock("heading");
    return this.#plant({ ...fresh, ...ofLevel(fresh, node.attrs.level), content: "" });
  }

  #textId(own: string | null, seen: Set<string>, before: { id: string; own: string | null } | null): string {
    const seed = own === null ? undefined : this.#seeds.get(own)?.block;
    if (own === null || seed?.type !== "text")
      return before?.id ?? this.#plant({ ...createBlock("text"), content: "" });
    if (before && (before.id === own || before.own === own)) return before.id;
    // The rest of a text that something came between: the same look, another block.
    return seen.has(own) ? this.#plant({ ...seed, id: newBlockId() }) : own;
  }

  #nodesOf(raw: unknown, taken: Set<string>): Node[] {
    const [block] = parseBlocks([raw]).blocks;
    const nodes = block && (block.type === "text" || block.type === "heading") ? this.#parse(block) : null;
    if (!block || !nodes) return this.#schema.nodes.part ? [this.#schema.nodes.part.create({ mail: raw })] : [];
    const id = taken.has(block.id) ? newBlockId() : block.id;
    taken.add(id);
    const marked = nodes.map((node) => withBlock(node, id));
    this.#seeds.set(id, { block: raw as Written, nodes: marked });
    return marked;
  }

  /** The lines of a text, or the one line of a heading; null for a heading that is more than a line. */
  #parse(block: Written): Node[] | null {
    const isText = block.type === "text";
    const clean = toEditor(sanitize(block.content, isText ? "rich" : "inline"));
    const html = isText ? clean : `<h${block.level}>${clean}</h${block.level}>`;
    const { content } = DOMParser.fromSchema(this.#schema).parse(parseStyled(html));
    const nodes = [...content.content];
    if (isText) return nodes.map(inText);
    return nodes.length === 1 && nodes[0]?.type.name === "heading" ? nodes : null;
  }

  #textOf(id: string, nodes: readonly Node[]): Block[] {
    const seed = this.#seeds.get(id);
    if (!seed) throw new Error("A text without its block");
    const { block } = seed;
    if (seed.nodes && same(seed.nodes, nodes)) return [block];
    const [first] = nodes;
    if (block.type === "heading") {
      if (!first || first.content.size === 0) return [];
      const level = first.attrs.level as BlockOf<"heading">["level"];
      const look = level === block.level ? block : { ...block, ...ofLevel(block, level) };
      return [{ ...look, content: this.#write(first, "inline") }];
    }
    const last = nodes.findLastIndex((node) => !isBlank(node));
    if (last < 0) return [];
    const content = nodes.slice(0, last + 1).map((node) => this.#write(node, "rich"));
    return [{ ...block, content: content.join("") }];
  }

  #write(node: Node, kind: "inline" | "rich"): string {
    const known = this.#html.get(node);
    if (known !== undefined) return known;
    const html = getHTMLFromFragment(kind === "inline" ? node.content : Fragment.from(node), this.#schema);
    const stored = toStored(html, kind);
    this.#html.set(node, stored);
    return stored;
  }
}

const partOf = (nodes: readonly Node[]): Block[] => nodes.map((node) => node.attrs.mail as Block);

const inText = (node: Node): Node =>
  node.type.name === "heading" ? node.type.create({ ...node.attrs, inText: true }, node.content, node.marks) : node;

/** With the id on everything that may leave its list or quote one day. */
function withBlock(node: Node, id: string): Node {
  if (node.isText || node.isInline) return node;
  const inner = node.isTextblock
    ? node.content
    : Fragment.from([...node.content.content].map((one) => withBlock(one, id)));
  const attrs = "block" in node.attrs ? { ...node.attrs, block: id } : node.attrs;
  return node.type.create(attrs, inner, node.marks);
}
