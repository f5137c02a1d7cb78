import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { say } from "../words";

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
      title={say.changedElsewhere}
      description={message}
      footer={
        <>
          <Button onClick={onClose}>{say.keepEditing}</Button>
          <Button onClick={onLook}>{say.lookAtTheNewerOne}</Button>
          <Button onClick={onOpenNewer}>{say.openTheNewerOne}</Button>
          {onSaveCopy ? (
            <Button look="accent" onClick={onSaveCopy}>
              {say.saveMineAsANew}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="text-13 text-muted">{say.yourWorkIsKeptIn}</p>
    </Dialog>
  );
}
