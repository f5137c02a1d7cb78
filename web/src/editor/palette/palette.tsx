import { useDraggable } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";
import type { PointerEvent, ReactNode } from "react";
import { type BlockType, blockTypes } from "@/email/types";
import { useCommands } from "../commands";
import { useDragging } from "../dnd/context";
import { useSavedBlocks } from "../saved/context";
import { SavedBlocksList } from "../saved/saved-list";
import { blockNames } from "../state";
import { say } from "../words";
import { blockIcons } from "./icons";

const tips = [say.dragToReorder, say.doubleClickTextToEdit, say.selectBlocksToEditProperties];

/** Everything that can be put into a mail. */
export function Palette() {
  const commands = useCommands();
  return (
    <PaletteDrag>
      <h2 className="text-base font-semibold">{say.components}</h2>
      <p className="mt-0.5 text-13 text-muted">{say.dragOrClickToAdd}</p>
      <ul className="mt-4 grid grid-cols-2 gap-2 max-lg:grid-cols-3 max-sm:grid-cols-2">
        {blockTypes.map((type) => (
          <PaletteItem key={type} type={type} onAdd={() => commands.add(type)} />
        ))}
      </ul>
      <SavedBlocksList />
      <section aria-label={say.tips} className="mt-6 border-line border-t pt-4">
        <h3 className="text-12 font-medium text-muted">{say.tips}</h3>
        <ul className="mt-1.5 space-y-1 text-12 text-muted">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </section>
    </PaletteDrag>
  );
}

/** One draggable for the whole palette: it takes the shape of the item that is pressed. */
function PaletteDrag({ children }: { children: ReactNode }) {
  const { held } = useDragging();
  const saved = useSavedBlocks();
  const { setNodeRef, listeners } = useDraggable({ id: "palette-item" });
  const press = ({ target }: PointerEvent) => {
    const item = target instanceof Element ? target.closest<HTMLElement>("[data-new], [data-saved]") : null;
    const block = saved.find(({ id }) => id === item?.dataset.saved);
    if (block) held.current = { kind: "saved", ...block };
    else held.current = item?.dataset.new ? { kind: "new", type: item.dataset.new as BlockType } : null;
    setNodeRef(item);
  };
  return (
    <div
      onPointerDownCapture={press}
      onPointerDown={listeners?.onPointerDown as ((event: PointerEvent) => void) | undefined}
      onTouchStart={listeners?.onTouchStart as (() => void) | undefined}
    >
      {children}
    </div>
  );
}

function PaletteItem({ type, onAdd }: { type: BlockType; onAdd: () => void }) {
  const Icon = blockIcons[type];
  return (
    <li>
      <button
        type="button"
        data-new={type}
        onClick={onAdd}
        className="group relative flex h-[72px] w-full cursor-grab select-none flex-col items-center justify-center gap-1.5 rounded-control border border-line bg-page px-1 text-center text-12 transition-colors duration-150 [-webkit-touch-callout:none] hover:border-line-strong hover:bg-raised active:cursor-grabbing"
      >
        <GripVertical
          aria-hidden="true"
          className="absolute top-1.5 right-1 size-3 text-muted opacity-0 transition-opacity duration-150 group-hover:opacity-100"
        />
        <Icon aria-hidden="true" className="size-5 text-muted group-hover:text-text" strokeWidth={1.5} />
        <span className="leading-tight">{blockNames[type]}</span>
      </button>
    </li>
  );
}
