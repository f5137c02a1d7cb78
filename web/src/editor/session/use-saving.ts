import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { renderDocument, renderText } from "@/email";
import type { EmailDocument } from "@/email/types";
import { warn } from "@/lib/notify";
import type { EditorHost, SaveResult } from "../host";
import { tellException } from "../layout/use-save";
import type { Editor } from "../state";
import { say } from "../words";
import { dropDraft, isSame, writeDraft } from "./drafts";
import type { Outcome, Session } from "./session";

interface Progress {
  /** The save that this mail was begun from. */
  revision: RefObject<number | null>;
  /** What was sent when the answer was lost: it may have arrived. */
  lost: RefObject<EmailDocument | null>;
}

/** Saves; what is in the way may be the very save whose answer was lost, and that is no conflict. */
async function attempt(
  session: Session,
  { revision, lost }: Progress,
  document: EmailDocument,
  html: string,
  text: string,
): Promise<Outcome> {
  const outcome = await session.save(document, html, text, revision.current);
  if (outcome.kind === "offline") lost.current = document;
  if (outcome.kind !== "conflict") return outcome;
  const newer = await session.readNewer().catch(() => null);
  if (!newer) return outcome;
  if (isSame(newer.document, document)) return { kind: "saved", revision: newer.revision };
  if (!lost.current || !isSame(newer.document, lost.current)) return outcome;
  lost.current = null;
  revision.current = newer.revision;
  return await attempt(session, { revision, lost }, document, html, text);
}

/** Saves that lose nothing, whatever becomes of the call. */
export function useSaving(session: Session, editor: Editor, revision: RefObject<number | null>) {
  const [conflict, setConflict] = useState<string | null>(null);
  const [offline, setOffline] = useState(false);
  /** Somebody else's save stands against this one until its author decides. */
  const [disputed, setDisputed] = useState(false);
  const lost = useRef<EmailDocument | null>(null);
  /** The refusal that was told last: whoever writes on is not told it again. */
  const told = useRef<string | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(session);
  latest.current = session;
  const host = useMemo<EditorHost>(() => {
    const keep = (document: EmailDocument) =>
      writeDraft(latest.current.draftKey, { document, revision: revision.current, at: Date.now() });
    const settle = (outcome: Outcome, sent: EmailDocument): SaveResult => {
      const { draftKey, failure } = latest.current;
      setOffline(outcome.kind === "offline");
      switch (outcome.kind) {
        case "saved": {
          const { document } = editor.getState();
          revision.current = outcome.revision;
          lost.current = null;
          told.current = null;
          setDisputed(false);
          // What was written meanwhile is not saved yet.
          if (document === sent) dropDraft(draftKey);
          else keep(document);
          return { ok: true };
        }
        case "conflict":
          setConflict(outcome.message);
          setDisputed(true);
          return { ok: false, message: outcome.message, conflict: true };
        case "offline":
          return { ok: false, message: say.theServerCouldNotBe, offline: true };
        case "refused":
          if (!latest.current.autosave || told.current !== outcome.message) warn(`${failure}: ${outcome.message}`);
          told.current = outcome.message;
          return { ok: false, message: outcome.message, errors: outcome.errors };
      }
    };
    return {
      ...session.host,
      save: async (document, html, text) => {
        keep(document);
        // One after the other: the second would be begun from a save that is not the newest any more.
        const mine = queue.current.then(() => attempt(latest.current, { revision, lost }, document, html, text));
        queue.current = mine.catch(() => undefined);
        return settle(await mine, document);
      },
    };
  }, [session.host, editor, revision]);

  const saveNow = useMemo(
    () => async () => {
      const { mode } = latest.current;
      const { document } = editor.getState();
      const html = renderDocument(document, { preheader: mode === "template" });
      const result = await host
        .save(document, html, renderText(document))
        .catch((error: unknown) => tellException(mode, error));
      if (result.ok) editor.dispatch({ type: "saved", document });
      return result.ok;
    },
    [editor, host],
  );

  useEffect(() => {
    if (!offline) return;
    // Whoever writes on is left to it.
    const retry = () => void saveNow().then((ok) => ok && !editor.getState().dirty && latest.current.onSaved());
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [offline, saveNow, editor]);

  return { host, conflict, setConflict, disputed, offline, saveNow };
}
