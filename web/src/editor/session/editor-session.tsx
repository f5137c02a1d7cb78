import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { renderDocument, renderText } from "@/email";
import type { EmailDocument } from "@/email/types";
import { warn } from "@/lib/notify";
import { Banner } from "@/ui/surface";
import { EmailEditor } from "../email-editor";
import type { EditorHost, FieldError, SaveResult } from "../host";
import { createEditor, type Editor } from "../state";
import { ConflictDialog } from "./conflict-dialog";
import { type Draft, dropDraft, isSame, readDraft, writeDraft } from "./drafts";
import { LeaveGuard } from "./leave-dialog";
import { RecoveryDialog } from "./recovery-dialog";
import { useAutosave } from "./use-autosave";
import { useOtherTab } from "./use-other-tab";

/** How a save went on the server. */
export type Outcome =
  | { kind: "saved"; revision: number }
  /** Somebody saved in between; nothing was overwritten. */
  | { kind: "conflict"; message: string }
  /** The server was not reached. */
  | { kind: "offline" }
  | { kind: "refused"; message: string; errors: FieldError[] };

interface Props {
  mode: "template" | "campaign";
  /** Names this mail and this author in the browser's storage. */
  draftKey: string;
  document: EmailDocument;
  revision: number | null;
  savedAt: string | null;
  host: Omit<EditorHost, "save">;
  save: (document: EmailDocument, html: string, text: string, revision: number | null) => Promise<Outcome>;
  /** What the alert says before the server's reason. */
  failure: string;
  onSaved: () => void;
  onBack: () => void;
  saveCopy?: (document: EmailDocument, html: string) => Promise<Outcome>;
  /** The mail as the server has it now. */
  readNewer: () => Promise<EmailDocument>;
  /** Loads the page anew. */
  reload: () => void;
}

/** Work that was begun and never saved, if it says anything that the server does not have. */
function leftBehind(key: string, document: EmailDocument): Draft | null {
  const draft = readDraft(key);
  if (draft && isSame(draft.document, document)) {
    dropDraft(key);
    return null;
  }
  return draft;
}

function useSaving(props: Props, editor: Editor, revision: RefObject<number | null>) {
  const [conflict, setConflict] = useState<string | null>(null);
  const [offline, setOffline] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const host = useMemo<EditorHost>(() => {
    const settle = (outcome: Outcome): SaveResult => {
      const { draftKey, failure } = latest.current;
      setOffline(outcome.kind === "offline");
      switch (outcome.kind) {
        case "saved":
          revision.current = outcome.revision;
          dropDraft(draftKey);
          return { ok: true };
        case "conflict":
          setConflict(outcome.message);
          return { ok: false, message: outcome.message, conflict: true };
        case "offline":
          return { ok: false, message: "The server could not be reached.", offline: true };
        case "refused":
          warn(`${failure}: ${outcome.message}`);
          return { ok: false, message: outcome.message, errors: outcome.errors };
      }
    };
    return {
      ...props.host,
      save: async (document, html, text) => {
        // Whatever becomes of the call, what was written is safe.
        writeDraft(latest.current.draftKey, { document, revision: revision.current, at: Date.now() });
        return settle(await latest.current.save(document, html, text, revision.current));
      },
    };
  }, [props.host, revision]);

  const saveNow = useMemo(
    () => async () => {
      const { document } = editor.getState();
      const html = renderDocument(document, { preheader: latest.current.mode === "template" });
      const result = await host.save(document, html, renderText(document));
      if (result.ok) editor.dispatch({ type: "saved", document });
      return result.ok;
    },
    [editor, host],
  );

  useEffect(() => {
    if (!offline) return;
    const retry = () => void saveNow().then((ok) => ok && latest.current.onSaved());
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [offline, saveNow]);

  return { host, conflict, setConflict, offline, saveNow };
}

/** The editor with everything that keeps work from being lost. Give it a `key` when the mail becomes another one. */
export function EditorSession(props: Props) {
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
    editor.dispatch({ type: "replace", document: found.document, label: "Restore unsaved work" });
    setDraft(null);
  };
  return (
    <div className="flex h-[calc(100dvh-56px)] min-h-[560px] flex-col [--editor-height:auto] [&>:last-child]:min-h-0 [&>:last-child]:flex-1">
      <h1 className="sr-only">{mode === "template" ? "Template editor" : "Campaign design"}</h1>
      <Notices offline={offline} elsewhere={elsewhere} kept={kept} mode={mode} />
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
      {conflict ? <Conflict {...props} message={conflict} editor={editor} onClose={() => setConflict(null)} /> : null}
      <LeaveGuard editor={editor} save={saveNow} discard={discard} />
      <EmailEditor editor={editor} host={host} mode={mode} onBack={onBack} onSaved={onSaved} />
    </div>
  );
}

interface NoticesProps {
  offline: boolean;
  elsewhere: boolean;
  kept: boolean;
  mode: Props["mode"];
}

function Notices({ offline, elsewhere, kept, mode }: NoticesProps) {
  const texts = [
    offline ? "Saved in this browser; will save when the connection is back." : null,
    elsewhere
      ? `This ${mode} is open in another tab too. The tab that saves second is told, nothing is overwritten.`
      : null,
    kept ? null : "This browser has no room to keep unsaved work. Save often.",
  ].filter((text) => text !== null);
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

function Conflict({
  message,
  editor,
  onClose,
  ...props
}: Props & { message: string; editor: Editor; onClose: () => void }) {
  const look = async () => {
    const html = renderDocument(await props.readNewer());
    const url = URL.createObjectURL(new Blob([html], { type: "text/html;charset=utf-8" }));
    open(url, "_blank", "noopener");
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  const { saveCopy } = props;
  const copy = async () => {
    if (!saveCopy) return;
    const { document } = editor.getState();
    const outcome = await saveCopy(document, renderDocument(document));
    onClose();
    if (outcome.kind === "saved") {
      dropDraft(props.draftKey);
      editor.dispatch({ type: "saved", document });
      props.onSaved();
    } else
      warn(`${props.failure}: ${outcome.kind === "offline" ? "The server could not be reached." : outcome.message}`);
  };
  return (
    <ConflictDialog
      message={message}
      onClose={onClose}
      onLook={() => void look()}
      onSaveCopy={saveCopy ? () => void copy() : undefined}
      onOpenNewer={() => {
        const { document } = editor.getState();
        writeDraft(props.draftKey, { document, revision: null, at: Date.now() });
        // Nothing is lost by going: it is kept above.
        editor.dispatch({ type: "saved", document });
        writeDraft(props.draftKey, { document, revision: null, at: Date.now() });
        props.reload();
      }}
    />
  );
}
