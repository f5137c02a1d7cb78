import { formatRate } from "@/lib/format";

const tenths = (rate: number) => Math.round(rate * 10);

export interface Comparison {
  words: string;
  /** Which side of the usual it is on. */
  side: "above" | "below" | "at" | null;
  isGood: boolean | null;
}

interface How {
  lessIsBetter?: boolean;
  /** More is still to come: nothing is above or below yet. */
  early?: boolean;
}

/** A rate against the newsletter's usual one; rates that read alike are alike. */
export function compare(
  rate: number,
  usual: number | undefined,
  { lessIsBetter = false, early = false }: How = {},
): Comparison {
  if (usual === undefined) return { words: "No earlier data", side: null, isGood: null };
  if (early) return { words: `Usually ${formatRate(usual)}`, side: null, isGood: null };
  const more = tenths(rate) - tenths(usual);
  if (more === 0) return { words: "As usual", side: "at", isGood: null };
  const side = more > 0 ? "above" : "below";
  const words = `${more > 0 ? "Above" : "Below"} your usual ${formatRate(usual)}`;
  return { words, side, isGood: more > 0 !== lessIsBetter };
}
