import { Bookmark, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { offerUndo } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { Rich } from "@/ui/rich";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { useCommands } from "../commands";
import type { SavedBlock } from "../host";
import { blockNames } from "../state";
import { useUi } from "../ui";
import { say } from "../words";
import { useSavedState, useSavedStore } from "./context";
import { telling } from "./telling";

/** The author's own blocks, under those of the palette. */
export function SavedBlocksList() {
  const { status, blocks } = useSavedState();
  return (
    <section aria-label={say.savedBlocks} className="mt-6">
      <h3 className="text-13 font-medium">{say.savedBlocks}</h3>
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
          <Rich
            text={say.saveBlocksHint}
            parts={{ sign: () => <Bookmark aria-label={say.saveAsBlock} role="img" className="inline size-3.5" /> }}
          />
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
  if (status === "failed") return <Note onRetry={store.reload}>{say.yourSavedBlocksCouldntBe}</Note>;
  if (unsent === 0) return null;
  return (
    <Note tone="yellow" onRetry={store.sendLocal}>
      {say.onlyInThisBrowser(unsent)}
      {problem ? ` ${problem}` : null}
    </Note>
  );
}

function Waiting() {
  return (
    <div className="mt-2">
      <Loading text={say.loadingSavedBlocks}>
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
            {say.tryAgain2}
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
    offerUndo(say.nameDeleted2(name), () => void telling(() => store.add(saved)));
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
          <Button {...props} look="quiet" size="small-icon" aria-label={say.actionsForName(name)}>
            <EllipsisVertical />
          </Button>
        )}
      >
        <MenuItem onClick={() => ui.set({ overlay: { name: "rename-block", id } })}>
          <Pencil />
          {say.rename}
        </MenuItem>
        <MenuItem danger onClick={remove}>
          <Trash2 />
          {say.deleteIt}
        </MenuItem>
      </Menu>
    </li>
  );
}
