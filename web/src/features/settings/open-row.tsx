import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

interface Props {
  open: boolean;
  onToggle: () => void;
  /** What the row says while it is closed, and its button is called. */
  head: ReactNode;
  children: ReactNode;
}

/** A line of a list that opens. What was typed in it stays while it is closed. */
export function OpenRow({ open, onToggle, head, children }: Props) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className="flex w-full items-center gap-3 px-5 py-3 text-left outline-offset-[-2px] transition-colors duration-150 hover:bg-raised/60"
      >
        <span className="min-w-0 flex-1">{head}</span>
        <ChevronDown
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-muted transition-transform duration-150", open && "rotate-180")}
        />
      </button>
      <div id={id} hidden={!open} className="px-5 pt-2 pb-5">
        {children}
      </div>
    </>
  );
}
