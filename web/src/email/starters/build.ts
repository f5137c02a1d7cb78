import type { Block, BlockOf, BlockStyle, EmailDocument, HeadingLevel, ThemeOverrides } from "../types";

type ColumnsBlock = BlockOf<"columns">;

/** A mail to begin with. */
export interface Starter {
  id: string;
  name: string;
  /** One sentence on what it is for. */
  description: string;
  document: EmailDocument;
}

type Without<B> = B extends Block ? Omit<B, "id"> : never;
/** A block before it has an id. */
export type Part = Exclude<Without<Block>, Omit<ColumnsBlock, "id">> | PartColumns;
interface PartColumns extends Omit<ColumnsBlock, "id" | "columns"> {
  columns: Part[][];
}

/** What a starter is made from; `art` gives the address of one of our pictures. */
export interface Recipe {
  id: string;
  name: string;
  description: string;
  subject: string;
  preheader: string;
  theme: ThemeOverrides;
  parts(art: (picture: string) => string): Part[];
}

export const heading = (level: HeadingLevel, content: string, style?: BlockStyle): Part => ({
  type: "heading",
  level,
  content,
  ...(style ? { style } : {}),
});

/** Each argument is a paragraph. */
export const text = (...paragraphs: string[]): Part => ({
  type: "text",
  content: paragraphs
    .map((paragraph) => (/^<(p|ul|ol|blockquote)\b/.test(paragraph) ? paragraph : `<p>${paragraph}</p>`))
    .join(""),
});

export const styled = (part: Part, style: BlockStyle): Part => ({ ...part, style: { ...part.style, ...style } });

export const image = (src: string, alt: string, width?: number): Part => ({
  type: "image",
  src,
  alt,
  ...(width ? { width } : {}),
});

export const button = (
  label: string,
  href: string,
  variant: "primary" | "secondary" | "outline" = "primary",
): Part => ({
  type: "button",
  text: label,
  href,
  variant,
});

export const divider = (color: string, thickness = 1): Part => ({ type: "divider", thickness, style: { color } });
export const spacer = (height: number): Part => ({ type: "spacer", height });

export const columns = (parts: Part[][], more: Partial<Omit<PartColumns, "columns" | "type">> = {}): Part => ({
  type: "columns",
  columns: parts,
  ...more,
});

/** Who writes, why this email came, and the way out: what every mail to a list needs. */
export const footer = (color: string): Part =>
  styled(
    text(
      "You get this email because you subscribed to {{ newsletter.name }}.",
      '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a> · <a href="{{ preferences_url }}">Preferences</a> · <a href="{{ archive_url }}">Read in the browser</a></p>',
    ),
    { color, fontSize: "14px", textAlign: "center", margin: "0" },
  );

/** Gives every part an id that is the same each time. */
function identify(prefix: string, parts: Part[]): Block[] {
  return parts.map((part, index): Block => {
    const id = `${prefix}-${index + 1}`;
    if (part.type !== "columns") return { id, ...part };
    return {
      id,
      ...part,
      columns: part.columns.map((column, place) => identify(`${id}-${place + 1}`, column)),
    };
  });
}

/** `origin` comes before the pictures, for a mail needs absolute addresses. */
export function build(recipe: Recipe, origin: string): Starter {
  const { id, name, description, subject, preheader, theme } = recipe;
  const blocks = identify(
    id,
    recipe.parts((picture) => `${origin}/images/starters/${picture}.png`),
  );
  return { id, name, description, document: { name, subject, preheader, blocks, theme } };
}
