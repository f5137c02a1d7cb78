import { Bookmark, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "@/lib/format";
import { offerUndo } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { useCommands } from "../commands";
import type { SavedBlock } from "../host";
import { blockNames } from "../state";
import { useUi } from "../ui";
import { useSavedState, useSavedStore } from "./context";
import { telling } from "./telling";

/** The author's own blocks, under those of the palette. */
export function SavedBlocksList() {
  const { status, blocks } = useSavedState();
  return (
    <section aria-label="Saved blocks" className="mt-6">
      <h3 className="text-13 font-medium">Saved blocks</h3>
      <State />
      {blocks.length > 0 ? (
        <ul className="mt-2 space-y-1">
          {blocks.map((one) => (
            <SavedItem key={one.id} saved={one} />
          ))}
        </ul>
      ) : null}
      {blocks.length === 0 && status === "ready" ? (
        <p className="mt-1 text-12 text-muted">
          Select a block and press <Bookmark aria-label="Save as block" role="img" className="inline size-3.5" /> to use
          it again in other emails.
        </p>
      ) : null}
    </section>
  );
}

/** What is not as it should be yet. */
function State() {
  const store = useSavedStore();
  const { status, unsent, problem } = useSavedState();
  if (status === "loading") return <Waiting />;
  if (status === "failed") return <Note onRetry={store.reload}>Your saved blocks couldn't be loaded.</Note>;
  if (unsent === 0) return null;
  return (
    <Note tone="yellow" onRetry={store.sendLocal}>
      {unsent === 1 ? "1 saved block is" : `${formatNumber(unsent)} saved blocks are`} in this browser only.
      {problem ? ` ${problem}` : null}
    </Note>
  );
}

function Waiting() {
  return (
    <div className="mt-2">
      <Loading text="Loading saved blocks...">
        <div className="space-y-1">
          <Skeleton className="h-[46px]" />
          <Skeleton className="h-[46px]" />
        </div>
      </Loading>
    </div>
  );
}

function Note({ tone, onRetry, children }: { tone?: "yellow"; onRetry: () => void; children: ReactNode }) {
  return (
    <div className="mt-2">
      <Banner
        tone={tone}
        action={
          <Button size="small" onClick={onRetry}>
            Try Again
          </Button>
        }
      >
        {children}
      </Banner>
    </div>
  );
}

function SavedItem({ saved }: { saved: SavedBlock }) {
  const commands = useCommands();
  const store = useSavedStore();
  const ui = useUi();
  const { id, name, block } = saved;
  const remove = () => {
    void telling(() => store.remove(id));
    offerUndo(`“${name}” deleted`, () => void telling(() => store.add(saved)));
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
