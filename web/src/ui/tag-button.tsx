import { Tag } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button";
import { say } from "./words";

interface Menu {
  anchor: () => DOMRect | null;
  /** Gives the focus back. */
  close: () => void;
  /** After something was chosen: the focus goes where that was put. */
  done: () => void;
}

/** Opens a menu of merge tags beside a field. */
export function TagButton({ children, className }: { children: (menu: Menu) => ReactNode; className?: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const done = () => setOpen(false);
  const close = () => {
    done();
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        size="small-icon"
        aria-label={say.insertAMergeTag}
        title={say.insertAMergeTag}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={className}
      >
        <Tag aria-hidden="true" />
      </Button>
      {open ? children({ anchor: () => button.current?.getBoundingClientRect() ?? null, close, done }) : null}
    </>
  );
}
