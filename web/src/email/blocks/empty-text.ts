import { wordsOf } from "../checks/words";
import type { Flaw } from "./kind";

/** What is wrong with a block of text that says nothing. */
export const emptyText = (content: string, what: string): Flaw<never>[] =>
  wordsOf(content) === ""
    ? [
        {
          rule: "empty-block",
          severity: "hint",
          message: `This ${what} is empty; for distance there are spacers.`,
          field: "content",
          fix: { label: "Remove", change: () => null },
        },
      ]
    : [];
