import { renderDocument } from "@/email";
import { openMailWindow } from "@/lib/mail-sheet";
import { warn } from "@/lib/notify";
import { tellException } from "../layout/use-save";
import { createConsent } from "../pictures/consent";
import { shownDocument } from "../pictures/foreign";
import type { Editor } from "../state";
import { say } from "../words";
import { ConflictDialog } from "./conflict-dialog";
import { dropDraft, writeDraft } from "./drafts";
import type { Session } from "./session";

/** Shows what the server has in a window of its own. */
async function look({ readNewer, host }: Session) {
  // Opened at once: browsers let no window open long after the click.
  const preview = openMailWindow();
  if (!preview) return void warn(say.theBrowserDidNotOpen);
  try {
    const { document } = await readNewer();
    preview.show(renderDocument(shownDocument(document, createConsent(host.storageKey).getSnapshot(), host.origin)));
  } catch (error) {
    preview.close();
    warn(error instanceof Error && error.message !== "" ? error.message : say.theNewerSaveCouldNot);
  }
}

interface Props {
  session: Session;
  editor: Editor;
  /** What the server said. */
  message: string;
  onClose: () => void;
}

/** What can be done when somebody saved in between. Nothing of it overwrites anything. */
export function Conflict({ session, editor, message, onClose }: Props) {
  const { mode, draftKey, failure, saveCopy, reload, onSaved, onBack } = session;
  const copy = async (save: NonNullable<typeof saveCopy>) => {
    const { document } = editor.getState();
    try {
      const outcome = await save(document, renderDocument(document));
      if (outcome.kind === "saved") {
        dropDraft(draftKey);
        editor.dispatch({ type: "saved", document });
        onSaved();
        // What stands here is the other one's.
        onBack();
      } else warn(`${failure}: ${outcome.kind === "offline" ? say.theServerCouldNotBe : outcome.message}`);
    } catch (error) {
      tellException(mode, error);
    }
    onClose();
  };
  const openNewer = () => {
    const { document } = editor.getState();
    // Nothing is lost by going: it is kept, and offered again.
    editor.dispatch({ type: "saved", document });
    writeDraft(draftKey, { document, revision: null, at: Date.now() });
    reload();
  };
  return (
    <ConflictDialog
      message={message}
      onClose={onClose}
      onLook={() => void look(session)}
      onSaveCopy={saveCopy ? () => void copy(saveCopy) : undefined}
      onOpenNewer={openNewer}
    />
  );
}
