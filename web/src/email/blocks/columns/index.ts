import { say } from "../../words";
import type { BlockKind } from "../kind";
import { layout, render } from "./render";
import { type ColumnsBlock, make, read } from "./schema";

export const columns: BlockKind<ColumnsBlock> = {
  type: "columns",
  name: say.columns,
  make,
  read,
  render,
  text: ({ columns: lists }, inner) => lists.flat().flatMap(inner),
  excerpt: ({ columns: { length } }) => say.lengthColumnS(length, length === 1 ? "" : "s"),
  flaws: (block) =>
    block.columns.every((column) => column.length === 0)
      ? [
          {
            rule: "empty-columns",
            severity: "warning",
            message: say.thereIsNothingInThese,
            fix: { label: say.removeTheColumns, change: () => null },
          },
        ]
      : [],
  holds: { key: "columns", layout },
};
