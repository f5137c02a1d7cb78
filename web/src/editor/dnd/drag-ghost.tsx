import { DragOverlay } from "@dnd-kit/core";
import { Plus } from "lucide-react";
import { memo } from "react";
import { createPortal } from "react-dom";
import { findEntry, useEditor, useTheme } from "../state";
import { BlockHtml } from "../view/block-html";
import { useElements } from "../view/context";
import { say } from "../words";
import type { Dragged } from "./context";

const noTransition = () => undefined;

/** What hangs at the pointer. */
export function DragGhost({ dragged }: { dragged: Dragged | null }) {
  return createPortal(
    <DragOverlay dropAnimation={null} transition={noTransition} zIndex={60}>
      {dragged ? <Ghost dragged={dragged} /> : null}
    </DragOverlay>,
    document.body,
  );
}

const Ghost = memo(function Ghost({ dragged }: { dragged: Dragged }) {
  if (dragged.kind === "block") return <LiftedBlock id={dragged.id} />;
  return (
    <div className="flex h-11 w-max cursor-grabbing items-center gap-2 rounded-control border border-accent bg-surface px-3.5 text-13 font-medium shadow-float">
      <Plus aria-hidden="true" className="size-4 text-accent" />
      {say.addingComponent}
    </div>
  );
});

function LiftedBlock({ id }: { id: string }) {
  const editor = useEditor();
  const theme = useTheme();
  const elements = useElements();
  const block = findEntry(editor.getState().document.blocks, id)?.block;
  if (!block) return null;
  const width = elements.blocks.get(id)?.offsetWidth ?? theme.contentWidth;
  return (
    <div
      className="scale-[1.01] cursor-grabbing rounded-[4px] shadow-float"
      style={{ backgroundColor: theme.contentBackgroundColor }}
    >
      <BlockHtml block={block} theme={theme} width={width} />
    </div>
  );
}
