import { Extension, Node } from "@tiptap/core";
import { Heading } from "@tiptap/extension-heading";
import { textNodes } from "@/editor/richtext/extensions";
import { copyBlock, parseBlocks } from "@/email";
import type { Block } from "@/email/types";

/** An email: text, and between it the parts that are not text. */
export const MailDocument = Node.create({ name: "doc", topNode: true, content: "(block | part)+" });

/** Which block a piece of text belongs to. It goes with the text wherever that is split or moved. */
export const BlockIds = Extension.create({
  name: "blockIds",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading", "blockquote", "codeBlock", "bulletList", "orderedList"],
      attributes: { block: { default: null, rendered: false, parseHTML: () => null } },
    },
  ],
});

/** A heading is a block of its own, unless it came inside a text. */
const MailHeading = Heading.extend({
  addAttributes() {
    return { ...this.parent?.(), inText: { default: false, rendered: false, parseHTML: () => false } };
  },
});

export const mailTextNodes = [...textNodes.filter((node) => node !== Heading), MailHeading];

/** How a part is written into HTML that is copied. */
export const PART_ATTRIBUTE = "data-mail-part";

/** Read from what anybody may have put on the clipboard: with an id of its own, for the first may still be there. */
function pasted(text: string): Block | null {
  try {
    const [block] = parseBlocks(JSON.parse(text)).blocks;
    return block ? copyBlock(block) : null;
  } catch {
    return null;
  }
}

/** Anything that is not text, as the block that it is. How it is shown is its view's. */
export const Part = Node.create({
  name: "part",
  group: "part",
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ mail: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: `div[${PART_ATTRIBUTE}]`,
      priority: 100,
      getAttrs: (element) => {
        const mail = pasted(element.getAttribute(PART_ATTRIBUTE) ?? "");
        return mail ? { mail } : false;
      },
    },
  ],
  renderHTML: ({ node }) => ["div", { [PART_ATTRIBUTE]: JSON.stringify(node.attrs.mail) }],
  renderText: ({ node }) => {
    const { alt, text } = node.attrs.mail as { alt?: unknown; text?: unknown };
    return typeof alt === "string" ? alt : typeof text === "string" ? text : "";
  },
});
