import { lexer, type MarkedToken, type Token, type Tokens } from "marked";

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** The tokens of a Markdown text; nothing of it is ever put into a page as HTML. */
export const parseMarkdown = (text: string): MarkedToken[] => lexer(text) as MarkedToken[];

/** What Markdown leaves to HTML in running text. */
export const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (all) => entities[all] ?? all);

/** The words of a piece without its marks. Lines of the source become one. */
export function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens as MarkedToken[] | undefined)?.map(textOf).join("").replace(/\s+/g, " ") ?? "";
}

function cellsOf(table: Tokens.Table): string {
  return [table.header, ...table.rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(" – ")).join(". ");
}

function textOf(token: MarkedToken): string {
  switch (token.type) {
    case "br":
    case "space":
      return " ";
    case "image":
      return token.text;
    case "table":
      return cellsOf(token);
    case "list":
      return token.items.map((item) => plainText(item.tokens)).join(" ");
    case "code":
    case "codespan":
    case "escape":
      return token.text;
    default:
      if ("tokens" in token && token.tokens) return plainText(token.tokens);
      return "text" in token ? decode(token.text) : "";
  }
}

/** Gives each heading of a page its anchor, the way code hosts do: `## Once more` is `#once-more`. */
export function anchors(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}
