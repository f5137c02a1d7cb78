import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

interface Props {
  /** What the server said. */
  message: string;
  /** Shows what is on the server in a window of its own. */
  onLook: () => void;
  /** Loads what is on the server; what was written here is offered again. */
  onOpenNewer: () => void;
  /** Saves what was written here beside the other; absent where there can only be one. */
  onSaveCopy?: (() => void) | undefined;
  onClose: () => void;
}

/** Somebody, or another tab, saved in the meantime. */
export function ConflictDialog({ message, onLook, onOpenNewer, onSaveCopy, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Changed elsewhere"
      description={message}
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button onClick={onLook}>Look at the newer one</Button>
          <Button onClick={onOpenNewer}>Open the newer one</Button>
          {onSaveCopy ? (
            <Button look="accent" onClick={onSaveCopy}>
              Save mine as a new template
            </Button>
          ) : null}
        </>
      }
    >
      <p className="text-13 text-muted">
        Your work is kept in this browser. If you open the newer one, it is offered to you again.
      </p>
    </Dialog>
  );
}
