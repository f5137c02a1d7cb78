import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { say } from "../words";
import type { Draft } from "./drafts";

interface Props {
  draft: Draft;
  /** When what is on the server was saved, RFC 3339; null when nothing is. */
  savedAt: string | null;
  /** Whether the server has a newer save than the one this work was begun from. */
  outdated: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers work that a crash or a closed tab left behind. */
export function RecoveryDialog({ draft, savedAt, outdated, onRestore, onDiscard }: Props) {
  return (
    <Dialog
      open
      // Neither answer is the safe one, so there is no way around the question.
      busy
      onClose={onRestore}
      width="narrow"
      title={say.unsavedWorkFromToISOStringWas(new Date(draft.at).toISOString())}
      description={savedAt ? say.theLastSaveIsFrom(savedAt) : say.itWasNeverSaved}
      footer={
        <>
          <Button look="warn" onClick={onDiscard}>
            {say.discard}
          </Button>
          <Button look="accent" onClick={onRestore}>
            {say.restore}
          </Button>
        </>
      }
    >
      <p className="text-13 text-muted">{outdated ? say.thereIsANewerSave : say.restoredWorkStaysUnsavedUntil}</p>
    </Dialog>
  );
}
