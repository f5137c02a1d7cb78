import { useEffect, useRef, useState } from "react";
import { type Blocker, useBlocker } from "react-router";
import { placeOf } from "@/lib/paths";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Editor } from "../state";
import { say } from "../words";

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
      title={say.leaveWithoutSaving}
      description={say.whatYouChangedSinceThe}
      footer={
        <>
          <Button onClick={() => blocker.reset()} disabled={saving}>
            {say.stay}
          </Button>
          <Button
            look="warn"
            disabled={saving}
            onClick={() => {
              discard();
              blocker.proceed();
            }}
          >
            {say.leave}
          </Button>
          <Button look="accent" disabled={saving} onClick={() => void saveAndLeave()}>
            {saving ? say.saving : say.save}
          </Button>
        </>
      }
    >
      <p className="text-13 text-muted">{say.leaveGivesYourChangesUp}</p>
    </Dialog>
  );
}
