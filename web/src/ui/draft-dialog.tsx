import { type Draft, dropDraft, useDrafts, writeDraft } from "@/lib/drafts";
import { formatSince } from "@/lib/format";
import { offer, offerUndo } from "@/lib/notify";
import { Button } from "./button";
import { useConfirm } from "./confirm";
import { FormDialog, type FormDialogProps } from "./form-dialog";
import type { Guard } from "./form-draft";
import { Banner } from "./surface";
import { say } from "./words";

interface Leaving {
  guard: Guard;
  onClose: () => void;
  /** Opens the dialog again, with what was typed. */
  onReopen: () => void;
}

/** However a dialog with a form is closed, what was typed is kept in this browser, or else it asks first. */
function useLeave({ guard, onClose, onReopen }: Leaving) {
  const confirm = useConfirm();
  const leave = async () => {
    const safety = guard.current?.() ?? "untouched";
    const sure =
      safety !== "lost" ||
      (await confirm({
        title: say.closeWithoutSaving,
        text: say.thisBrowserHasNoRoom,
        confirm: say.close,
        cancel: say.keepWriting,
        danger: true,
      }));
    if (!sure) return;
    onClose();
    if (safety === "kept") offer(say.yourDraftWasKept, say.keepWriting, onReopen);
  };
  return () => void leave();
}

/** A form whose draft is kept. */
export function DraftFormDialog({ guard, onClose, onReopen, ...props }: Leaving & Omit<FormDialogProps, "onClose">) {
  return <FormDialog {...props} onClose={useLeave({ guard, onClose, onReopen })} />;
}

const since = ({ at }: Draft) => formatSince(new Date(at).toISOString());

/** Says that what is in the form was typed before and never saved. */
export function Restored({ draft, onStartOver }: { draft: Draft; onStartOver: () => () => void }) {
  return (
    <Banner
      tone="blue"
      action={
        <Button size="small" onClick={() => offerUndo(say.startedOver, onStartOver())}>
          {say.startOver}
        </Button>
      }
    >
      {say.draftKeptFrom(since(draft))}
    </Banner>
  );
}

interface KeptProps {
  author: number | undefined;
  form: string;
  /** What stands before a draft's title, "New campaign" for example. */
  kindOf: (id: string) => string;
  onContinue: (id: string) => void;
}

/** What this author left unsaved in one kind of form, wherever the dialog went. */
export function KeptDrafts({ author, form, kindOf, onContinue }: KeptProps) {
  const drafts = useDrafts(author, form);
  if (author === undefined || drafts.length === 0) return null;
  return (
    <ul aria-label={say.unsavedDrafts} className="mt-6 grid gap-2">
      {drafts.map(({ id, draft }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-4 py-2.5 text-13"
        >
          <p className="min-w-0 break-words">
            <span className="text-muted">{kindOf(id)} · </span>
            {draft.title || say.untitled}
            <span className="text-muted"> {say.notSavedSince(since(draft))}</span>
          </p>
          <span className="flex gap-1">
            <Button size="small" look="quiet" onClick={() => onContinue(id)}>
              {say.keepWriting}
              <span className="sr-only">: {draft.title || say.untitled}</span>
            </Button>
            <Button
              size="small"
              look="warn"
              onClick={() => {
                dropDraft(author, form, id);
                offerUndo(say.draftDiscarded, () => writeDraft(author, form, id, draft));
              }}
            >
              {say.discard}
              <span className="sr-only">: {draft.title || say.untitled}</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
