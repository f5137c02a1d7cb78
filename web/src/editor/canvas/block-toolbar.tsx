import { ArrowDown, ArrowUp, Bookmark, Copy, CopyPlus, GripVertical, MoveRight, Trash2 } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Block } from "@/email/types";
import { cn } from "@/lib/cn";
import { canCopyTheOldWay } from "@/lib/copy";
import { copyBlocks } from "../clipboard/copy";
import { useCommands } from "../commands";
import { useDragging, useHandle } from "../dnd/context";
import { withAlt, withMod } from "../keyboard/keys";
import { blockNames, useEditor } from "../state";
import { useUi } from "../ui";
import { useElements } from "../view/context";
import { PASSING_MS } from "../view/elements";
import { say } from "../words";

interface Props {
  block: Block;
  index: number;
  count: number;
}

const tool =
  "flex size-7 items-center justify-center rounded-[6px] text-muted transition-colors duration-150 hover:bg-raised hover:text-text disabled:opacity-40 disabled:hover:bg-transparent [&_svg]:size-4";

interface ToolProps extends ComponentProps<"button"> {
  label: string;
  /** As the author reads them. */
  keys?: string;
}

function Tool({ label, keys, className, ...props }: ToolProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-no-drag=""
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      className={cn(tool, className)}
      {...props}
    />
  );
}

/** Arrows go from tool to tool, Escape back to the block; while the block is lifted they move it and let it go. */
function useToolbarKeys(id: string) {
  const elements = useElements();
  const { tracker } = useDragging();
  return (event: KeyboardEvent<HTMLDivElement>) => {
    if (tracker.dragging || event.defaultPrevented) return;
    if (event.key === "Escape") elements.focusBlock(id);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const tools = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)"));
      const at = tools.indexOf(document.activeElement as HTMLElement);
      const step = event.key === "ArrowDown" ? 1 : -1;
      tools[(at + step + tools.length) % tools.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The tools, as soon as the selection rests: blocks that it only passes by get none. */
export function RestingToolbar(props: Props) {
  const elements = useElements();
  const [rests, setRests] = useState(!elements.passing);
  useEffect(() => {
    if (rests) return;
    const timer = setTimeout(() => setRests(true), PASSING_MS);
    return () => clearTimeout(timer);
  }, [rests]);
  return rests ? <BlockToolbar {...props} /> : null;
}

/** Moves the tools up by what would stick out of the canvas below. */
function useInView(place: string) {
  const elements = useElements();
  const toolbar = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another room
  useLayoutEffect(() => {
    // In the next frame everything has its place, and asking for it costs nothing more.
    const frame = requestAnimationFrame(() => {
      const [tools, view] = [toolbar.current, elements.scroller?.getBoundingClientRect()];
      if (!tools || !view) return;
      const { top, height } = tools.getBoundingClientRect();
      const up = Math.min(top + height + 8 - view.bottom, top - 8 - view.top);
      if (up > 0 && top < view.bottom) tools.style.marginTop = `${-up}px`;
    });
    return () => cancelAnimationFrame(frame);
  }, [elements, place]);
  return toolbar;
}

/** What can be done to the selected block, beside the mail so that it hides none of it. There is only ever one. */
function BlockToolbar({ block, index, count }: Props) {
  const { id } = block;
  const name = blockNames[block.type];
  const commands = useCommands();
  const editor = useEditor();
  const ui = useUi();
  const onKeyDown = useToolbarKeys(id);
  const ref = useInView(`${id} ${index} ${count}`);
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={`${name} actions`}
      aria-orientation="vertical"
      data-toolbar=""
      dir="ltr"
      onKeyDown={onKeyDown}
      // A click leaves the focus on the block, where the keys mean the block.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute left-full z-20 flex w-8 flex-col rounded-control border border-line bg-surface p-px font-sans text-text shadow-float sm:ml-1.5"
    >
      <DragHandle name={name} />
      <Tool label={say.moveUp} keys={withAlt("↑")} disabled={index === 0} onClick={() => commands.move(id, -1)}>
        <ArrowUp />
      </Tool>
      <Tool
        label={say.moveDown}
        keys={withAlt("↓")}
        disabled={index === count - 1}
        onClick={() => commands.move(id, 1)}
      >
        <ArrowDown />
      </Tool>
      <Tool label={say.moveTo} onClick={() => ui.set({ overlay: { name: "move", id } })}>
        <MoveRight />
      </Tool>
      <Tool label={say.duplicate} keys={withMod("D")} onClick={() => commands.duplicate(id)}>
        <CopyPlus />
      </Tool>
      {canCopyTheOldWay() ? (
        <Tool
          label={say.copy}
          keys={withMod("C")}
          onClick={() => copyBlocks([block], editor.getState().document.theme)}
        >
          <Copy />
        </Tool>
      ) : null}
      <Tool label={say.saveAsBlock} onClick={() => ui.set({ overlay: { name: "name-block", id } })}>
        <Bookmark />
      </Tool>
      <Tool
        label={say.deleteIt}
        keys="⌫"
        className="hover:bg-red-soft hover:text-red"
        onClick={() => commands.remove(id)}
      >
        <Trash2 />
      </Tool>
    </div>
  );
}

function DragHandle({ name }: { name: string }) {
  const { setActivatorNodeRef, listeners, attributes } = useHandle();
  return (
    <button
      ref={setActivatorNodeRef}
      type="button"
      data-drag-handle=""
      title={say.dragToReorder}
      {...attributes}
      {...listeners}
      aria-label={say.dragName(name)}
      className={cn(tool, "cursor-grab touch-none")}
    >
      <GripVertical />
    </button>
  );
}
