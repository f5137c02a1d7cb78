import { headingSize } from "./render/rich";
import type { Block, BlockOf, BlockType, EmailDocument, HeadingBlock, HeadingLevel } from "./types";
import { blockTypes } from "./types";

/** Stands where the author has not chosen a picture yet; the dashboard serves it. */
export const placeholderImage = "/images/placeholder-600x300.png";

/** A timestamp and a random string. */
export function newBlockId(now = Date.now(), random = Math.random()): string {
  return `block_${now.toString(36)}_${random.toString(36).slice(2, 11).padEnd(9, "0")}`;
}

/** What a heading that the palette makes is set in; on other levels than the second it is what the level shows by itself. */
const newHeadingSize = (level: HeadingLevel): string => (level === 2 ? "24px" : `${headingSize(level)}px`);

type Fields<Type extends BlockType> = Omit<BlockOf<Type>, "id" | "type">;

/** `origin` is put before pictures of ours, for a mail needs absolute addresses. */
const defaults: { [Type in BlockType]: (origin: string) => Fields<Type> } = {
  heading: () => ({ content: "New Heading", level: 2, style: { fontSize: newHeadingSize(2) } }),
  text: () => ({ content: "<p>Write something your readers will want to read.</p>" }),
  image: (origin) => ({ src: `${origin}${placeholderImage}`, alt: "", width: 600 }),
  button: () => ({ text: "Click Here", href: "#", variant: "primary" }),
  divider: () => ({ thickness: 1, style: { color: "#e0e0e0" } }),
  spacer: () => ({ height: 24 }),
  columns: () => ({ columns: [[], []] }),
  social: () => ({ platforms: {} }),
  hero: () => ({
    title: "Welcome",
    subtitle: "A short line that says why",
    description: "Tell your readers what is new and what is in it for them.",
    buttonText: "Read more",
    buttonHref: "#",
  }),
  "hero-image": (origin) => ({
    title: "Something new",
    subtitle: "A short line that says why",
    description: "Tell your readers what is new and what is in it for them.",
    imageSrc: `${origin}${placeholderImage}`,
    imageAlt: "",
    imagePosition: "right",
    buttonText: "Read more",
    buttonHref: "#",
  }),
};

export function isBlockType(type: string): type is BlockType {
  return (blockTypes as readonly string[]).includes(type);
}

/** A new block as the palette makes it. Throws on a type that does not exist. */
export function createBlock<Type extends BlockType>(type: Type, origin = ""): BlockOf<Type> {
  if (!isBlockType(type)) throw new Error(`Unknown block type: ${String(type)}`);
  return { id: newBlockId(), type, ...defaults[type](origin) } as BlockOf<Type>;
}

/** What makes a heading one of another level: a size that nobody chose goes with it, one that was chosen stays. */
export function ofLevel({ level: before, style }: HeadingBlock, level: HeadingLevel): Partial<HeadingBlock> {
  if (style?.fontSize !== newHeadingSize(before)) return { level };
  return { level, style: { ...style, fontSize: newHeadingSize(level) } };
}

/** The same block with new ids, its children's too. */
export function copyBlock<B extends Block>(block: B): B {
  const copy = structuredClone(block);
  copy.id = newBlockId();
  if (copy.type === "columns") copy.columns = copy.columns.map((column) => column.map(copyBlock));
  return copy;
}

export function blankDocument(): EmailDocument {
  return { name: "Untitled Template", subject: "", preheader: "", blocks: [], theme: {} };
}
