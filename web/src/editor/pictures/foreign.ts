import { placeholderImage } from "@/email/factory";
import type { Block, EmailDocument } from "@/email/types";

/** The host of a picture that is somebody else's; null for those of ours, and for what no browser would ask for. */
export function foreignHost(src: string, origin: string): string | null {
  try {
    const { protocol, origin: own, host } = new URL(src.trim(), origin);
    return (protocol === "https:" || protocol === "http:") && own !== origin ? host : null;
  } catch {
    return null;
  }
}

const sourceOf = (block: Block): string | null =>
  block.type === "image" ? block.src : block.type === "hero-image" ? block.imageSrc : null;

/** Whose pictures are in these blocks; each host once, in their order. */
export function foreignHosts(blocks: Block[], origin: string): string[] {
  const hosts = blocks.flatMap((block) => {
    if (block.type === "columns") return block.columns.flatMap((column) => foreignHosts(column, origin));
    const source = sourceOf(block);
    return (source && foreignHost(source, origin)) || [];
  });
  return [...new Set(hosts)];
}

/** The block with our own picture in the place of those that the author has not let in; itself when there are none. */
export function shownBlock<B extends Block>(block: B, allowed: ReadonlySet<string>, origin: string): B {
  if (block.type === "columns") {
    if (foreignHosts([block], origin).every((host) => allowed.has(host))) return block;
    return { ...block, columns: block.columns.map((all) => all.map((one) => shownBlock(one, allowed, origin))) };
  }
  const source = sourceOf(block);
  const host = source && foreignHost(source, origin);
  if (!host || allowed.has(host)) return block;
  const held = `${origin}${placeholderImage}`;
  return block.type === "image" ? { ...block, src: held } : { ...block, imageSrc: held };
}

export function shownDocument(document: EmailDocument, allowed: ReadonlySet<string>, origin: string): EmailDocument {
  return { ...document, blocks: document.blocks.map((block) => shownBlock(block, allowed, origin)) };
}
