import { formatRate } from "@/lib/format";

const tenths = (rate: number) => Math.round(rate * 10);

/** A rate beside the newsletter's usual one, in words; rates that read alike are alike. */
export function compare(rate: number, usual: number | undefined, lessIsBetter = false): string {
  if (usual === undefined) return `${formatRate(rate)}, nothing to compare with yet`;
  const more = tenths(rate) - tenths(usual);
  if (more === 0) return `${formatRate(rate)}, as usual`;
  const word = more > 0 === lessIsBetter ? "worse" : "better";
  return `${formatRate(rate)}, ${word} than the usual ${formatRate(usual)}`;
}
