import type { AnalyticsRange } from "@/api/analytics";
import { say } from "./words";

interface RangeInfo {
  value: AnalyticsRange;
  label: string;
  /** As it stands in a sentence. */
  words: string;
}

export const ranges: readonly RangeInfo[] = [
  { value: "30d", label: say.last30Days, words: say.theLast30Days },
  { value: "90d", label: say.last90Days, words: say.theLast90Days },
  { value: "6m", label: say.last6Months, words: say.theLast6Months },
  { value: "1y", label: say.lastYear, words: say.theLastYear },
];

/** The range of the address; the first where it names none. */
export const rangeOf = (value: string): AnalyticsRange => ranges.find((range) => range.value === value)?.value ?? "30d";

export const labelOf = (value: AnalyticsRange): string => ranges.find((range) => range.value === value)?.label ?? "";
export const wordsOf = (value: AnalyticsRange): string => ranges.find((range) => range.value === value)?.words ?? "";
