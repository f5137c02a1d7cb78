import { Plus } from "lucide-react";
import { type CSSProperties, memo, useCallback } from "react";
import { columnBoxes, hexOf } from "@/email";
import type { Block, BlockStyle, ColumnsBlock } from "@/email/types";
import { cn } from "@/lib/cn";
import { useUi } from "../ui";
import { BlockView } from "./block-view";
import { useElements, useLook } from "./context";

/** px, as in the mail. */
const DEFAULT_GAP = 16;

const alignments = { top: "flex-start", middle: "center", bottom: "flex-end" } as const;

function frameStyle(style: BlockStyle = {}): CSSProperties {
  const { backgroundColor, padding, borderRadius, border, margin } = style;
  return {
    backgroundColor: hexOf(backgroundColor) ?? undefined,
    padding,
    borderRadius,
    border,
    margin: margin ?? "0 0 16px 0",
  };
}

/** Columns side by side, each with blocks of its own. */
export function ColumnsView({ block, width }: { block: ColumnsBlock; width: number }) {
  const { stacked } = useLook();
  const below = stacked && block.stack !== false;
  const boxes = columnBoxes(block, width);
  return (
    <div style={frameStyle(block.style)}>
      <div className={cn("flex", below && "flex-col")} style={{ gap: below ? 0 : (block.gap ?? DEFAULT_GAP) }}>
        {block.columns.map((blocks, column) => (
          <Column
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
            key={column}
            id={block.id}
            column={column}
            count={block.columns.length}
            blocks={blocks}
            width={below ? width : (boxes[column]?.content ?? width)}
            grow={below ? undefined : boxes[column]?.content}
            align={alignments[block.verticalAlign ?? "top"]}
          />
        ))}
      </div>
    </div>
  );
}

interface ColumnProps {
  id: string;
  column: number;
  count: number;
  blocks: Block[];
  width: number;
  grow: number | undefined;
  align: string;
}

const Column = memo(function Column({ id, column, count, blocks, width, grow, align }: ColumnProps) {
  const elements = useElements();
  const ref = useCallback(
    (element: HTMLFieldSetElement | null) => elements.setColumn(id, column, element),
    [elements, id, column],
  );
  return (
    <fieldset
      ref={ref}
      aria-label={`Column ${column + 1} of ${count}`}
      className={cn("column-view flex min-w-0 flex-col", blocks.length === 0 && "is-empty")}
      style={{ justifyContent: align, ...(grow === undefined ? {} : { flex: `${grow} 1 0` }) }}
    >
      {blocks.map((block, index) => (
        <BlockView key={block.id} block={block} index={index} count={blocks.length} width={width} column={column} />
      ))}
      {blocks.length === 0 ? <EmptyColumn id={id} column={column} /> : null}
    </fieldset>
  );
});

function EmptyColumn({ id, column }: { id: string; column: number }) {
  const ui = useUi();
  return (
    <button
      type="button"
      data-no-drag=""
      onClick={() => ui.set({ overlay: { name: "insert", at: { parent: { id, column }, index: 0 } } })}
      className="flex min-h-20 w-full items-center justify-center gap-2 rounded-control border border-line-strong border-dashed px-2 py-4 text-12 text-muted transition-colors duration-150 hover:border-accent hover:text-text [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Plus />
      <span className="min-w-0">Add to column {column + 1}</span>
    </button>
  );
}
