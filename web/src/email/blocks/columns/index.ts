import type { BlockKind } from "../kind";
import { layout, render } from "./render";
import { type ColumnsBlock, make, read } from "./schema";

export const columns: BlockKind<ColumnsBlock> = {
  type: "columns",
  name: "Columns",
  make,
  read,
  render,
  text: ({ columns: lists }, inner) => lists.flat().flatMap(inner),
  excerpt: ({ columns: { length } }) => `${length} column${length === 1 ? "" : "s"}`,
  flaws: (block) =>
    block.columns.every((column) => column.length === 0)
      ? [
          {
            rule: "empty-columns",
            severity: "warning",
            message: "There is nothing in these columns.",
            fix: { label: "Remove the columns", change: () => null },
          },
        ]
      : [],
  holds: { key: "columns", layout },
};
