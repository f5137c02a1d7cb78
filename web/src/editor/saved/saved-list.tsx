import { Bookmark, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { offerUndo, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { useCommands } from "../commands";
import { blockNames } from "../state";
import { useUi } from "../ui";
import { useSavedBlocks, useSavedStore } from "./context";
import type { SavedBlock } from "./store";

/** Does it, and says why when the browser keeps no more. */
export function keeping(task: () => void): boolean {
  try {
    task();
    return true;
  } catch (error) {
    warn(error instanceof Error ? error.message : "This browser does not keep it.");
    return false;
  }
}

/** The author's own blocks, under those of the palette. */
export function SavedBlocksList() {
  const saved = useSavedBlocks();
  return (
    <section aria-label="Saved blocks" className="mt-6">
      <h3 className="text-13 font-medium">Saved blocks</h3>
      {saved.length === 0 ? (
        <p className="mt-1 text-12 text-muted">
          Select a block and press <Bookmark aria-label="Save as block" role="img" className="inline size-3.5" /> to use
          it again in other mails.
        </p>
      ) : (
        <ul className="mt-2 space-y-1">
          {saved.map((one) => (
            <SavedItem key={one.id} saved={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SavedItem({ saved }: { saved: SavedBlock }) {
  const commands = useCommands();
  const store = useSavedStore();
  const ui = useUi();
  const { id, name, block } = saved;
  const remove = () => {
    const index = store.getSnapshot().findIndex((one) => one.id === id);
    if (!keeping(() => store.remove(id))) return;
    offerUndo(`“${name}” deleted`, () => keeping(() => store.restore(saved, index)));
  };
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        data-saved={id}
        onClick={() => commands.insert([block])}
        className="min-w-0 flex-1 cursor-grab select-none rounded-control border border-line bg-page px-2.5 py-1.5 text-left transition-colors duration-150 [-webkit-touch-callout:none] hover:border-line-strong hover:bg-raised"
      >
        <span className="block truncate text-13">{name}</span>
        <span className="block text-11 text-muted">{blockNames[block.type]}</span>
      </button>
      <Menu
        trigger={(props) => (
          <Button {...props} look="quiet" size="small-icon" aria-label={`Actions for ${name}`}>
            <EllipsisVertical />
          </Button>
        )}
      >
        <MenuItem onClick={() => ui.set({ overlay: { name: "rename-block", id } })}>
          <Pencil />
          Rename
        </MenuItem>
        <MenuItem danger onClick={remove}>
          <Trash2 />
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
