import type { Block, BlockType } from "@/email/types";

/** What each kind of block is called, in the palette and wherever it is spoken of. */
export const blockNames: Record<BlockType, string> = {
  heading: "Heading",
  text: "Text",
  image: "Image",
  button: "Button",
  divider: "Divider",
  spacer: "Spacer",
  columns: "Columns",
  social: "Social links",
  hero: "Hero section",
  "hero-image": "Hero with image",
};

/** "Edit hero section". */
export const stepLabel = (verb: string, type: BlockType) => `${verb} ${blockNames[type].toLowerCase()}`;

export const blocksLabel = (verb: string, blocks: Block[]) => {
  const [only] = blocks;
  return blocks.length === 1 && only ? stepLabel(verb, only.type) : `${verb} ${blocks.length} blocks`;
};

const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

/** What an author recognises a block by: its first words; empty when it has none. */
export function blockExcerpt(block: Block, length = 60): string {
  const text = wordsOf(block);
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}

function wordsOf(block: Block): string {
  switch (block.type) {
    case "heading":
    case "text":
      return plainText(block.content);
    case "image":
      return block.alt;
    case "button":
      return block.text;
    case "hero":
    case "hero-image":
      return block.title;
    case "social":
      return Object.entries(block.platforms)
        .filter(([, url]) => url)
        .map(([name]) => name)
        .join(", ");
    case "columns":
      return `${block.columns.length} column${block.columns.length === 1 ? "" : "s"}`;
    case "spacer":
      return `${block.height} px`;
    case "divider":
      return "";
  }
}
