import { formatClock } from "@/lib/format";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
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
      title={`Unsaved work from ${formatClock(new Date(draft.at).toISOString())} was found`}
      description={savedAt ? `The last save is from ${formatClock(savedAt)}.` : "It was never saved."}
      footer={
        <>
          <Button look="warn" onClick={onDiscard}>
            Discard
          </Button>
          <Button look="accent" onClick={onRestore}>
            Restore
          </Button>
        </>
      }
    >
      <p className="text-13 text-muted">
        {outdated
          ? "There is a newer save from elsewhere. Restored work stays unsaved until you save it, as a new template if you like."
          : "Restored work stays unsaved until you save it."}
      </p>
    </Dialog>
  );
}
