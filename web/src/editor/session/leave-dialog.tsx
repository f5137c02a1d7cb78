import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Editor } from "../state";

interface Props {
  editor: Editor;
  /** True when everything is saved. */
  save: () => Promise<boolean>;
  /** Gives up what is not saved. */
  discard: () => void;
}

/** Asks before unsaved work is left, by a link, the browser's buttons or the closing of the tab. */
export function LeaveGuard({ editor, save, discard }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editor.getState().dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (editor.getState().dirty) event.preventDefault();
    };
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, [editor]);
  if (blocker.state !== "blocked") return null;

  const saveAndLeave = async () => {
    setSaving(true);
    const safe = await save();
    setSaving(false);
    if (safe) blocker.proceed();
    else blocker.reset();
  };
  return (
    <Dialog
      open
      onClose={() => blocker.reset()}
      busy={saving}
      width="narrow"
      title="Leave without saving?"
      description="What you changed since the last save is not saved yet."
      footer={
        <>
          <Button onClick={() => blocker.reset()} disabled={saving}>
            Stay
          </Button>
          <Button
            look="warn"
            disabled={saving}
            onClick={() => {
              discard();
              blocker.proceed();
            }}
          >
            Leave
          </Button>
          <Button look="accent" disabled={saving} onClick={() => void saveAndLeave()}>
            {saving ? "Saving..." : "Save"}
          </Button>
        </>
      }
    >
      <p className="text-13 text-muted">“Leave” gives your changes up. “Save” saves them first.</p>
    </Dialog>
  );
}
