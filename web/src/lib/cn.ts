import { extendTailwindMerge } from "tailwind-merge";

/** Joins class names; a later one wins over an earlier one of the same kind. */
export const cn = extendTailwindMerge({ extend: { theme: { text: ["11", "12", "13"] } } });
