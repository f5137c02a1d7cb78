import type { AnalyticsRange } from "@/api/analytics";

interface RangeInfo {
  value: AnalyticsRange;
  label: string;
  /** As it stands in a sentence. */
  words: string;
}

export const ranges: readonly RangeInfo[] = [
  { value: "30d", label: "Last 30 days", words: "the last 30 days" },
  { value: "90d", label: "Last 90 days", words: "the last 90 days" },
  { value: "6m", label: "Last 6 months", words: "the last 6 months" },
  { value: "1y", label: "Last year", words: "the last year" },
];

/** The range of the address; the first where it names none. */
export const rangeOf = (value: string): AnalyticsRange => ranges.find((range) => range.value === value)?.value ?? "30d";

export const labelOf = (value: AnalyticsRange): string => ranges.find((range) => range.value === value)?.label ?? "";
export const wordsOf = (value: AnalyticsRange): string => ranges.find((range) => range.value === value)?.words ?? "";
