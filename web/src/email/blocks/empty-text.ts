import { wordsOf } from "../checks/words";
import { say } from "../words";
import type { Flaw } from "./kind";

/** What is wrong with a block of text that says nothing. */
export const emptyText = (content: string, what: string): Flaw<never>[] =>
  wordsOf(content) === ""
    ? [
        {
          rule: "empty-block",
          severity: "hint",
          message: say.thisWhatIsEmptyFor(what),
          field: "content",
          fix: { label: say.remove, change: () => null },
        },
      ]
    : [];
