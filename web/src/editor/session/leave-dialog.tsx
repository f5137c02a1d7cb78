import { useEffect, useRef, useState } from "react";
import { type Blocker, useBlocker } from "react-router";
import { placeOf } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Editor } from "../state";

interface Props {
  editor: Editor;
  /** True when everything is saved. */
  save: () => Promise<boolean>;
  /** Gives up what is not saved. */
  discard: () => void;
  /** Saves without a question, and asks only where that fails. */
  auto?: boolean;
}

/** Tries to save before anybody is asked; whether it is time to ask. */
function useTried(blocker: Blocker, save: Props["save"] | null): boolean {
  const [failed, setFailed] = useState(false);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    setFailed(false);
    if (blocker.state !== "blocked" || !latest.current) return;
    let current = true;
    void latest.current().then((safe) => {
      if (!current) return;
      if (safe) blocker.proceed();
      else setFailed(true);
    });
    return () => {
      current = false;
    };
  }, [blocker]);
  return save === null || failed;
}

/** Asks before unsaved work is left, by a link, the browser's buttons or the closing of the tab. */
export function LeaveGuard({ editor, save, discard, auto = false }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editor.getState().dirty && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  const [saving, setSaving] = useState(false);
  const asks = useTried(blocker, auto ? save : null);
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (editor.getState().dirty) event.preventDefault();
    };
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, [editor]);
  if (blocker.state !== "blocked" || !asks) return null;

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
