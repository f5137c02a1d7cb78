import { image, link, plain } from "../../checks/words";
import { safeUrl } from "../../urls";
import type { Flaw } from "../kind";
import type { ImageBlock } from "./schema";

/** Without an address the picture is no link at all. */
export const texts = ({ src, alt, href }: ImageBlock) => [
  image("src", src),
  plain("alt", alt),
  link("href", href, !!href?.trim() && { what: "The picture's link" }),
];

export function flaws(block: ImageBlock): Flaw<ImageBlock>[] {
  if (block.alt.trim()) return [];
  const base = { rule: "alt", severity: "warning", field: "alt" } as const;
  if (safeUrl(block.href) && block.href !== "#")
    return [
      { ...base, message: "The picture is a link, and without an alternative text nobody hears where it leads." },
    ];
  if (block.decorative) return [];
  return [
    {
      ...base,
      message: "The picture has no alternative text: who cannot see it learns nothing of it.",
      fix: { label: "Mark as decorative", change: (one) => ({ ...one, decorative: true }) },
    },
  ];
}
