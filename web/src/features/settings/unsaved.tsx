import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef } from "react";
import { useBlocker } from "react-router";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

type Tell = (id: string, dirty: boolean) => void;

const UnsavedContext = createContext<Tell>(() => undefined);

/** Says that a form has changes that leaving the page would lose. */
export function useUnsaved(dirty: boolean) {
  const tell = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    tell(id, dirty);
    return () => tell(id, false);
  }, [tell, id, dirty]);
}

/** Asks before unsaved changes are left, by a link, the browser's buttons or the closing of the tab. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const dirty = useRef(new Set<string>());
  const tell = useCallback<Tell>((id, is) => {
    if (is) dirty.current.add(id);
    else dirty.current.delete(id);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty.current.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, []);
  return (
    <UnsavedContext value={tell}>
      {children}
      {blocker.state === "blocked" ? (
        <Dialog
          open
          onClose={() => blocker.reset()}
          width="narrow"
          title="Leave without saving?"
          footer={
            <>
              <Button onClick={() => blocker.reset()}>Stay</Button>
              <Button look="danger" onClick={() => blocker.proceed()}>
                Leave
              </Button>
            </>
          }
        >
          <p className="text-muted">Some of your settings are not saved yet. “Leave” gives the changes up.</p>
        </Dialog>
      ) : null}
    </UnsavedContext>
  );
}

/** What stands beside a form's button while it has changes. */
export function UnsavedMark({ shown }: { shown: boolean }) {
  return (
    <span role="status" className="text-12 text-muted">
      {shown ? "Unsaved changes" : ""}
    </span>
  );
}
