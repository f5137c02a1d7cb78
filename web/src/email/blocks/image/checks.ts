import { image, link, plain } from "../../checks/words";
import { safeUrl } from "../../urls";
import { say } from "../../words";
import type { Flaw } from "../kind";
import type { ImageBlock } from "./schema";

/** Without an address the picture is no link at all. */
export const texts = ({ src, alt, href }: ImageBlock) => [
  image("src", src),
  plain("alt", alt),
  link("href", href, !!href?.trim() && { what: say.thePicturesLink }),
];

export function flaws(block: ImageBlock): Flaw<ImageBlock>[] {
  if (block.alt.trim()) return [];
  const base = { rule: "alt", severity: "warning", field: "alt" } as const;
  if (safeUrl(block.href) && block.href !== "#") return [{ ...base, message: say.thePictureIsALink }];
  if (block.decorative) return [];
  return [
    {
      ...base,
      message: say.thePictureHasNoAlternative,
      fix: { label: say.markAsDecorative, change: (one) => ({ ...one, decorative: true }) },
    },
  ];
}
