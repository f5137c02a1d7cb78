import { type RefObject, useEffect, useRef, useState } from "react";
import { Banner } from "@/ui/surface";
import { EmailEditor } from "../email-editor";
import { createEditor, type Editor } from "../state";
import { say } from "../words";
import { Conflict } from "./conflict";
import { dropDraft, writeDraft } from "./drafts";
import { LeaveGuard } from "./leave-dialog";
import { RecoveryDialog } from "./recovery-dialog";
import type { Session } from "./session";
import { abandoned, type Found, leftAt } from "./slots";
import { useAutosave } from "./use-autosave";
import { useOtherTab } from "./use-other-tab";
import { useSaving } from "./use-saving";
import { useServerSaves } from "./use-server-saves";

/** Work that was left behind: of this mail, or of others that were never saved and whose tabs are gone. */
function useLeftBehind({ draftKey, draftSlots, document }: Session) {
  const [found, setFound] = useState(() => leftAt(draftKey, document));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the mail was when it was opened
  useEffect(() => {
    if (draftSlots === undefined) return;
    let isHere = true;
    void abandoned(draftSlots, document).then((others) => isHere && setFound(others));
    return () => {
      isHere = false;
    };
  }, [draftSlots]);
  return { found: found[0] ?? null, next: () => setFound((all) => all.slice(1)), done: () => setFound([]) };
}

/** A mail that was new has a place of its own once it is saved: what is not saved yet goes there with it. */
function useMovedDraft(editor: Editor, draftKey: string, revision: RefObject<number | null>) {
  const last = useRef(draftKey);
  useEffect(() => {
    if (last.current === draftKey) return;
    const { dirty, document } = editor.getState();
    if (dirty) writeDraft(draftKey, { document, revision: revision.current, at: Date.now() });
    dropDraft(last.current);
    last.current = draftKey;
  }, [editor, draftKey, revision]);
}

/**
 * The editor with everything that keeps work from being lost. Give it a `key` when the mail becomes another one.
 * It fills the column it stands in, whatever else is there, and asks for no height of its own but the least.
 */
export function EditorSession(props: Session) {
  const { draftKey, document, savedAt, mode, autosave = false, onBack, onSaved } = props;
  const [editor] = useState(() => createEditor(document));
  const revision = useRef(props.revision);
  const { found, next, done } = useLeftBehind(props);
  const { host, conflict, setConflict, disputed, offline, saveNow } = useSaving(props, editor, revision);
  const kept = useAutosave(editor, draftKey, revision);
  useMovedDraft(editor, draftKey, revision);
  // What was left behind is to be decided on first.
  useServerSaves(editor, saveNow, autosave && !disputed && found === null);
  const elsewhere = useOtherTab(draftKey);
  const discard = () => {
    // What is given up is not kept again on the way out.
    editor.dispatch({ type: "saved" });
    dropDraft(draftKey);
  };

  const restore = ({ key, draft }: Found) => {
    // A newer save stands in its way, unless its author has been told of that one.
    revision.current = draft.revision ?? props.revision;
    editor.dispatch({ type: "replace", document: draft.document, label: say.restoreUnsavedWork });
    // It is this tab's from now on; it leaves its old place once it is safe here.
    if (key !== draftKey && writeDraft(draftKey, draft)) dropDraft(key);
    done();
  };
  return (
    <div className="flex min-h-[560px] grow basis-0 flex-col">
      <h1 className="sr-only">{mode === "template" ? say.templateEditor : say.campaignDesign}</h1>
      <Notices offline={offline} elsewhere={elsewhere && whatIsElsewhere(props)} kept={kept} />
      {found ? (
        <RecoveryDialog
          key={found.key}
          draft={found.draft}
          savedAt={savedAt}
          outdated={found.draft.revision !== props.revision}
          onRestore={() => restore(found)}
          onDiscard={() => {
            dropDraft(found.key);
            next();
          }}
        />
      ) : null}
      {conflict ? (
        <Conflict session={props} editor={editor} message={conflict} onClose={() => setConflict(null)} />
      ) : null}
      <LeaveGuard editor={editor} save={saveNow} discard={discard} auto={autosave} />
      <EmailEditor editor={editor} host={host} mode={mode} onBack={onBack} onSaved={onSaved} />
    </div>
  );
}

interface NoticesProps {
  offline: boolean;
  elsewhere: string | false;
  kept: boolean;
}

const whatIsElsewhere = ({ mode }: Session) => say.thisModeIsOpenIn(mode);

function Notices({ offline, elsewhere, kept }: NoticesProps) {
  const texts = [offline ? say.savedInThisBrowserWill : null, elsewhere, kept ? null : say.thisBrowserHasNoRoom].filter(
    (text) => typeof text === "string",
  );
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
