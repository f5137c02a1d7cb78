import { useRef, useState } from "react";
import type { EmailDocument } from "@/email/types";
import { Banner } from "@/ui/surface";
import { EmailEditor } from "../email-editor";
import { createEditor } from "../state";
import { Conflict } from "./conflict";
import { type Draft, dropDraft, isSame, readDraft } from "./drafts";
import { LeaveGuard } from "./leave-dialog";
import { RecoveryDialog } from "./recovery-dialog";
import type { Session } from "./session";
import { useAutosave } from "./use-autosave";
import { useOtherTab } from "./use-other-tab";
import { useSaving } from "./use-saving";

/** Work that was begun and never saved, if it says anything that the server does not have. */
function leftBehind(key: string, document: EmailDocument): Draft | null {
  const draft = readDraft(key);
  if (draft && isSame(draft.document, document)) {
    dropDraft(key);
    return null;
  }
  return draft;
}

/**
 * The editor with everything that keeps work from being lost. Give it a `key` when the mail becomes another one.
 * It fills the column it stands in, whatever else is there, and asks for no height of its own but the least.
 */
export function EditorSession(props: Session) {
  const { draftKey, document, savedAt, mode, onBack, onSaved } = props;
  const [editor] = useState(() => createEditor(document));
  const revision = useRef(props.revision);
  const [draft, setDraft] = useState(() => leftBehind(draftKey, document));
  const { host, conflict, setConflict, offline, saveNow } = useSaving(props, editor, revision);
  const kept = useAutosave(editor, draftKey, revision);
  const elsewhere = useOtherTab(draftKey);
  const discard = () => {
    // What is given up is not kept again on the way out.
    editor.dispatch({ type: "saved" });
    dropDraft(draftKey);
  };

  const restore = (found: Draft) => {
    // A newer save stands in its way, unless its author has been told of that one.
    revision.current = found.revision ?? props.revision;
    editor.dispatch({ type: "replace", document: found.document, label: "Restore unsaved work" });
    setDraft(null);
  };
  return (
    <div className="flex min-h-[560px] grow basis-0 flex-col">
      <h1 className="sr-only">{mode === "template" ? "Template editor" : "Campaign design"}</h1>
      <Notices offline={offline} elsewhere={elsewhere && whatIsElsewhere(props)} kept={kept} />
      {draft ? (
        <RecoveryDialog
          draft={draft}
          savedAt={savedAt}
          outdated={draft.revision !== props.revision}
          onRestore={() => restore(draft)}
          onDiscard={() => {
            dropDraft(draftKey);
            setDraft(null);
          }}
        />
      ) : null}
      {conflict ? (
        <Conflict session={props} editor={editor} message={conflict} onClose={() => setConflict(null)} />
      ) : null}
      <LeaveGuard editor={editor} save={saveNow} discard={discard} />
      <EmailEditor editor={editor} host={host} mode={mode} onBack={onBack} onSaved={onSaved} />
    </div>
  );
}

interface NoticesProps {
  offline: boolean;
  elsewhere: string | false;
  kept: boolean;
}

/** Mails that were never saved are different ones, but share the place where unsaved work is kept. */
const whatIsElsewhere = ({ mode, revision }: Session) =>
  revision === null
    ? `A new ${mode} is open in another tab too. This browser keeps unsaved work of one of them only.`
    : `This ${mode} is open in another tab too. The tab that saves second is told, nothing is overwritten.`;

function Notices({ offline, elsewhere, kept }: NoticesProps) {
  const texts = [
    offline ? "Saved in this browser; will save when the connection is back." : null,
    elsewhere,
    kept ? null : "This browser has no room to keep unsaved work. Save often.",
  ].filter((text) => typeof text === "string");
  if (texts.length === 0) return null;
  return (
    <div className="shrink-0 space-y-1 p-2">
      {texts.map((text) => (
        <Banner key={text} tone="yellow">
          {text}
        </Banner>
      ))}
    </div>
  );
}
