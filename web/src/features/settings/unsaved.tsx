import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { sectionAt } from "./sections";
import { say } from "./words";

/** Whether all of it could be saved. */
type Save = () => Promise<boolean>;
type Tell = (id: string, save: Save | null) => void;

const UnsavedContext = createContext<Tell>(() => undefined);

/** Says that a form has changes that leaving would lose, and how they are saved. */
export function useUnsaved(dirty: boolean, save: Save) {
  const tell = useContext(UnsavedContext);
  const id = useId();
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    tell(id, dirty ? () => latest.current() : null);
    return () => tell(id, null);
  }, [tell, id, dirty]);
}

interface Place {
  pathname: string;
  hash: string;
}

/** Another address of the same page keeps what was typed. */
const isElsewhere = (from: Place, to: Place) =>
  !/^\/settings(\/|$)/.test(to.pathname) || sectionAt(from) !== sectionAt(to);

/** Asks before unsaved changes are left, by a link, the browser's buttons or the closing of the tab. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const unsaved = useRef(new Map<string, Save>());
  const [saving, setSaving] = useState(false);
  const tell = useCallback<Tell>((id, save) => {
    if (save) unsaved.current.set(id, save);
    else unsaved.current.delete(id);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.current.size > 0 && isElsewhere(currentLocation, nextLocation),
  );
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, []);
  const saveAll = async () => {
    setSaving(true);
    const saved = await Promise.all([...unsaved.current.values()].map((save) => save()));
    setSaving(false);
    // What could not be saved says why at its field.
    if (saved.every(Boolean)) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <UnsavedContext value={tell}>
      {children}
      {blocker.state === "blocked" ? (
        <Dialog
          open
          onClose={() => blocker.reset()}
          width="narrow"
          title={say.leaveWithoutSaving}
          busy={saving}
          footer={
            <>
              <Button disabled={saving} onClick={() => blocker.proceed()}>
                {say.discard}
              </Button>
              <Button look="accent" disabled={saving} onClick={() => void saveAll()}>
                {saving ? say.saving : say.save}
              </Button>
            </>
          }
        >
          <p className="text-muted">{say.yourChangesArentSaved}</p>
        </Dialog>
      ) : null}
    </UnsavedContext>
  );
}

/** What stands beside a form's button while it has changes. */
export function UnsavedMark({ shown }: { shown: boolean }) {
  return (
    <span role="status" className="text-12 text-muted">
      {shown ? say.unsavedChanges : ""}
    </span>
  );
}
