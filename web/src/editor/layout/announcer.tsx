import { useEffect, useRef } from "react";
import { useUi } from "../ui";

/** Tells screen readers what pointer, keys and menus did. */
export function Announcer() {
  const ui = useUi();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let again = false;
    ui.setAnnouncer((text) => {
      // The same words twice are heard twice only if they differ a little.
      again = !again;
      if (region.current) region.current.textContent = again ? text : `${text}\u00a0`;
    });
    return () => ui.setAnnouncer(() => undefined);
  }, [ui]);
  return <div ref={region} role="status" aria-live="assertive" className="sr-only" />;
}
