import { htmlToBlocks, parseDocument, renderBlock } from "@/email";
import type { Block, ThemeOverrides } from "@/email/types";
import { themeOf } from "../state";

/** Blocks on the clipboard; other programs meet the HTML and the text beside it. */
export const BLOCKS_TYPE = "application/x-letterpress-blocks+json";
const MARK = "data-letterpress-blocks";

export interface Flavours {
  json: string;
  html: string;
  text: string;
}

const plain = (html: string) =>
  html
    .replace(/<(?:style|title)[^>]*>[\s\S]*?<\/(?:style|title)>/gi, "")
    .replace(/<(?:br|\/p|\/h[1-6]|\/tr|\/li|\/div)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();

/** The HTML carries the blocks too: some browsers pass on no type that they do not know. */
export function toFlavours(blocks: Block[], overrides: ThemeOverrides): Flavours {
  const theme = themeOf(overrides);
  const width = theme.contentWidth - 2 * theme.contentPadding;
  const json = JSON.stringify({ version: 1, blocks });
  const html = blocks.map((block) => renderBlock(block, theme, width, { canvas: true })).join("");
  return { json, html: `<div ${MARK}="${encodeURIComponent(json)}">${html}</div>`, text: plain(html) };
}

interface Source {
  getData(type: string): string;
}

/** The blocks on the clipboard, in whatever form they came; nothing when there are none. */
export function fromClipboard(source: Source): { blocks: Block[]; problems: string[] } {
  const html = source.getData("text/html");
  const own = source.getData(BLOCKS_TYPE) || embedded(html);
  const ours = own ? parseBlocks(own) : null;
  if (ours && ours.blocks.length > 0) return ours;
  if (html.trim() !== "") return { blocks: htmlToBlocks(html), problems: [] };
  return { blocks: fromText(source.getData("text/plain")), problems: [] };
}

function embedded(html: string): string | null {
  const value = new RegExp(`${MARK}="([^"]*)"`).exec(html)?.[1];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function parseBlocks(json: string): { blocks: Block[]; problems: string[] } | null {
  try {
    const value: unknown = JSON.parse(json);
    const blocks = typeof value === "object" && value !== null && "blocks" in value ? value.blocks : value;
    const { document, problems } = parseDocument({ blocks });
    return { blocks: document.blocks, problems };
  } catch {
    return null;
  }
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Text becomes one text block; empty lines part its paragraphs. */
function fromText(text: string): Block[] {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean);
  return htmlToBlocks(paragraphs.map((part) => `<p>${escaped(part).replace(/\n/g, "<br>")}</p>`).join(""));
}
