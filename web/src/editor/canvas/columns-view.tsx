import { Plus } from "lucide-react";
import { type CSSProperties, memo, type ReactNode, useCallback } from "react";
import { box } from "@/email";
import type { ColumnsLayout } from "@/email/blocks/kind";
import type { Block } from "@/email/types";
import { cn } from "@/lib/cn";
import { useUi } from "../ui";
import { useElements, useLook } from "../view/context";
import { say } from "../words";
import { BlockView } from "./block-view";

/** As the mail's cell around them: without a font there is no line that would add to their height. */
function frameStyle({ frame }: ColumnsLayout): CSSProperties {
  const line = { fontSize: 0, lineHeight: "normal" };
  if (!frame) return line;
  return {
    ...line,
    padding: box(frame.padding),
    backgroundColor: frame.background ?? undefined,
    border: frame.border ?? undefined,
    borderRadius: frame.radius ?? undefined,
  };
}

/** Columns side by side, each with blocks of its own; laid out by the very means of the mail. */
export function ColumnsView({ id, lists, layout }: { id: string; lists: Block[][]; layout: ColumnsLayout }) {
  const { stacked, theme } = useLook();
  const { boxes, valign, stacks, margin } = layout;
  const below = stacked && stacks;
  const cells = lists.map((blocks, column) => {
    const { content, left, right } = boxes[column] ?? { content: 0, left: 0, right: 0 };
    const [before, behind] = theme.dir === "rtl" ? [right, left] : [left, right];
    const own = { id, column, count: lists.length, blocks, width: content };
    return { own, gaps: below ? "0" : `0 ${behind}px 0 ${before}px`, outer: content + left + right };
  });
  return (
    <div style={{ padding: box(margin) }}>
      <div style={frameStyle(layout)}>
        {stacks ? (
          cells.map(({ own, gaps, outer }) => (
            <div
              key={own.column}
              className="inline-block w-full"
              style={{ maxWidth: below ? "100%" : outer, verticalAlign: valign }}
            >
              <Column {...own} gaps={gaps} />
            </div>
          ))
        ) : (
          <SideBySide>
            {cells.map(({ own, gaps, outer }) => (
              <td key={own.column} width={outer} valign={valign}>
                <Column {...own} gaps={gaps} />
              </td>
            ))}
          </SideBySide>
        )}
      </div>
    </div>
  );
}

/** Cells of a table, which phones leave side by side. */
function SideBySide({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

interface ColumnProps {
  id: string;
  column: number;
  count: number;
  blocks: Block[];
  width: number;
  /** CSS of the room towards its neighbours. */
  gaps: string;
}

const Column = memo(function Column({ id, column, count, blocks, width, gaps }: ColumnProps) {
  const elements = useElements();
  const ref = useCallback(
    (element: HTMLFieldSetElement | null) => elements.setColumn(id, column, element),
    [elements, id, column],
  );
  return (
    <div style={{ padding: gaps }}>
      <fieldset
        ref={ref}
        aria-label={say.columnColumnOfCount(column + 1, count)}
        className={cn("column-view min-w-0", blocks.length === 0 && "is-empty")}
      >
        {blocks.map((block, index) => (
          <BlockView key={block.id} block={block} index={index} count={blocks.length} width={width} column={column} />
        ))}
        {blocks.length === 0 ? <EmptyColumn id={id} column={column} /> : null}
      </fieldset>
    </div>
  );
});

function EmptyColumn({ id, column }: { id: string; column: number }) {
  const ui = useUi();
  return (
    <button
      type="button"
      data-no-drag=""
      onClick={() => ui.set({ overlay: { name: "insert", at: { parent: { id, column }, index: 0 } } })}
      className="flex min-h-24 w-full items-center justify-center gap-2 rounded-control border border-line-strong border-dashed px-2 py-4 text-12 text-muted transition-colors duration-150 hover:border-accent hover:text-text [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Plus />
      <span className="min-w-0">{say.addToColumn(column + 1)}</span>
    </button>
  );
}
