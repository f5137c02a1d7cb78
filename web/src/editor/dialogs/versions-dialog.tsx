import { useCallback, useEffect, useState } from "react";
import { renderDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { cn } from "@/lib/cn";
import { countOf, formatExact, relativeTime } from "@/lib/format";
import { notify } from "@/lib/notify";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Retry } from "@/ui/retry";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import type { EditorHost, VersionLine } from "../host";
import { reasonOf } from "../host";
import { useShownDocument } from "../pictures/context";
import { type EditorState, useEditor, useEditorState } from "../state";
import { useHost } from "../ui";
import { say } from "../words";
import { inScheme } from "./clients";
import { MailFrame } from "./mail-frame";

type Versions = NonNullable<EditorHost["versions"]>;

const isDirty = (state: EditorState) => state.dirty;

/** Earlier saves: look at one, bring it back. */
export default function VersionsDialog({ onClose }: { onClose: () => void }) {
  const { versions } = useHost();
  return (
    <Dialog open onClose={onClose} width="full" title={say.versions} description={say.theLast50SavesRestoring}>
      {versions ? <Browser versions={versions} onClose={onClose} /> : null}
    </Dialog>
  );
}

function useVersions(versions: Versions) {
  const [lines, setLines] = useState<VersionLine[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(async () => {
    setError(null);
    try {
      setLines(await versions.list());
    } catch (problem) {
      setError(reasonOf(problem, say.theVersionsCouldNotBe));
    }
  }, [versions]);
  useEffect(() => {
    void load();
  }, [load]);
  return { lines, error, load };
}

function Browser({ versions, onClose }: { versions: Versions; onClose: () => void }) {
  const { lines, error, load } = useVersions(versions);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? lines?.[0]?.revision ?? null;
  if (error) {
    return <Retry onRetry={load}>{error}</Retry>;
  }
  if (!lines) {
    return (
      <Loading text={say.loadingVersions}>
        <Skeleton className="h-64" />
      </Loading>
    );
  }
  const line = lines.find(({ revision }) => revision === shown);
  if (!line) return <p className="text-muted">{say.nothingHasBeenSavedYet}</p>;
  return (
    <div className="grid gap-4 md:grid-cols-[260px_1fr]">
      <ul className="max-h-[30dvh] overflow-y-auto md:max-h-[64dvh]">
        {lines.map((one) => (
          <li key={one.revision}>
            <VersionButton line={one} pressed={one.revision === shown} onClick={() => setChosen(one.revision)} />
          </li>
        ))}
      </ul>
      <Version key={line.revision} line={line} versions={versions} onClose={onClose} />
    </div>
  );
}

function VersionButton({ line, pressed, onClick }: { line: VersionLine; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cn(
        "block w-full rounded-control px-3 py-2 text-left transition-colors duration-150 hover:bg-raised",
        pressed && "bg-raised",
      )}
    >
      <span className="flex items-center justify-between gap-2 text-13 font-medium">
        <span title={formatExact(line.savedAt)}>{relativeTime(line.savedAt)}</span>
        {line.current ? <Badge tone="green">{say.current}</Badge> : null}
      </span>
      <span className="block truncate text-12 text-muted">
        {line.subject || line.name} · {countOf(line.blockCount, "block")}
      </span>
    </button>
  );
}

function VersionMail({ title, document }: { title: string; document: EmailDocument }) {
  const html = inScheme(renderDocument(useShownDocument(document)), "light");
  return <MailFrame title={title} html={html} className="h-[52dvh] w-full rounded-control border border-line" />;
}

/** One version as a mail, and the way back to it. */
function Version({ line, versions, onClose }: { line: VersionLine; versions: Versions; onClose: () => void }) {
  const editor = useEditor();
  const dirty = useEditorState(isDirty);
  const confirm = useConfirm();
  const [document, setDocument] = useState<EmailDocument | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { revision } = line;
  useEffect(() => {
    let alive = true;
    versions
      .get(revision)
      .then((found) => alive && setDocument(found))
      .catch((problem: unknown) => alive && setError(reasonOf(problem, say.thisVersionCouldNotBe)));
    return () => {
      alive = false;
    };
  }, [versions, revision]);

  const restore = async () => {
    if (!document) return;
    const question = {
      title: say.restoreVersion,
      text: say.yourUnsavedChangesAreReplaced,
      confirm: say.restore,
    };
    if (dirty && !(await confirm(question))) return;
    setBusy(true);
    try {
      await versions.restore(revision);
      editor.dispatch({ type: "replace", document, label: say.restoreVersion });
      editor.dispatch({ type: "saved" });
      notify(say.versionRestored);
      onClose();
    } catch (problem) {
      setError(reasonOf(problem, say.theVersionCouldNotBe));
      setBusy(false);
    }
  };
  return (
    <div className="min-w-0">
      {error ? (
        <div className="mb-3">
          <Banner>{error}</Banner>
        </div>
      ) : null}
      {document ? (
        <>
          <VersionMail title={say.versionSavedSavedAt(line.savedAt)} document={document} />
          <div className="mt-3 flex justify-end">
            <Button look="accent" disabled={line.current || busy} onClick={restore}>
              {busy ? say.restoring : say.restoreThisVersion}
            </Button>
          </div>
        </>
      ) : error ? null : (
        <Loading text={say.loadingVersion}>
          <Skeleton className="h-[52dvh]" />
        </Loading>
      )}
    </div>
  );
}
