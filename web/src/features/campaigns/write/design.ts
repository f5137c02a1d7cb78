import type { Campaign } from "@/api/campaigns";
import { withoutMarkup } from "./text";

/** The blocks of an email and how they look, as the server has them. */
export interface Design {
  blocks: unknown[];
  theme: Campaign["theme"];
}

/** A design as one text: a form keeps, compares and resets it like any other. Empty where there is none. */
export const designText = ({ blocks, theme }: Design): string => JSON.stringify({ blocks, theme });

export const designTextOf = ({ blocks, theme }: Pick<Campaign, "blocks" | "theme">): string =>
  blocks === null ? "" : designText({ blocks, theme });

/** The few that are asked for again and again. */
const read = new Map<string, Design | null>();
const MOST = 4;

function parse(text: string): Design | null {
  try {
    const value = JSON.parse(text) as Partial<Design> | null;
    return Array.isArray(value?.blocks) ? { blocks: value.blocks, theme: value.theme ?? null } : null;
  } catch {
    return null;
  }
}

/** The same object for the same text; null where there is no design, or none that can be read. */
export function readDesign(text = ""): Design | null {
  const known = read.get(text);
  if (known !== undefined) return known;
  const design = text === "" ? null : parse(text);
  const [oldest] = read.keys();
  if (read.size >= MOST && oldest !== undefined) read.delete(oldest);
  read.set(text, design);
  return design;
}

/** What an author wrote in it, in reading order. */
const spoken = ["title", "subtitle", "description", "content", "text", "alt", "imageAlt", "buttonText"];

function* wordsIn(block: unknown): Generator<string> {
  if (typeof block !== "object" || block === null) return;
  for (const key of spoken) {
    const value: unknown = Reflect.get(block, key);
    if (typeof value === "string" && value !== "") yield withoutMarkup(value);
  }
  const columns: unknown = Reflect.get(block, "columns");
  if (Array.isArray(columns)) for (const inner of columns.flat()) yield* wordsIn(inner);
}

/** The words of a design, a paragraph each, without the code that renders it. */
export const wordsOf = (text: string): string =>
  (readDesign(text)?.blocks ?? [])
    .flatMap((block) => [...wordsIn(block)])
    .filter(Boolean)
    .join("\n\n");
