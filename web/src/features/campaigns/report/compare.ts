import { say } from "./words";

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
  if (usual === undefined) return { words: say.noEarlierData, side: null, isGood: null };
  if (early) return { words: say.usuallyUsual(usual), side: null, isGood: null };
  const more = tenths(rate) - tenths(usual);
  if (more === 0) return { words: say.asUsual, side: "at", isGood: null };
  const side = more > 0 ? "above" : "below";
  const words = more > 0 ? say.aboveUsual(usual) : say.belowUsual(usual);
  return { words, side, isGood: more > 0 !== lessIsBetter };
}
