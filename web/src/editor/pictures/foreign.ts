import { allBlocks, listsOf, withLists } from "@/email/nesting";
import { placeholderImage } from "@/email/placeholder";
import { fieldsOf, withTexts } from "@/email/texts";
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

const isPicture = ({ kind }: { kind: string }) => kind === "image";

/** Whose pictures are in these blocks; each host once, in their order. */
export function foreignHosts(blocks: Block[], origin: string): string[] {
  const hosts = [...allBlocks(blocks)].flatMap((block) =>
    fieldsOf(block)
      .filter(isPicture)
      .flatMap(({ value }) => (value && foreignHost(value, origin)) || []),
  );
  return [...new Set(hosts)];
}

/** The block with our own picture in the place of those that the author has not let in; itself when there are none. */
export function shownBlock<B extends Block>(block: B, allowed: ReadonlySet<string>, origin: string): B {
  if (foreignHosts([block], origin).every((host) => allowed.has(host))) return block;
  const lists = listsOf(block)?.map((list) => list.map((one) => shownBlock(one, allowed, origin)));
  const held = (field: { kind: string; value: string }) => {
    const host = isPicture(field) && field.value && foreignHost(field.value, origin);
    return host && !allowed.has(host) ? `${origin}${placeholderImage}` : null;
  };
  return withTexts(lists ? withLists(block, lists) : block, held);
}

export function shownDocument(document: EmailDocument, allowed: ReadonlySet<string>, origin: string): EmailDocument {
  return { ...document, blocks: document.blocks.map((block) => shownBlock(block, allowed, origin)) };
}
