import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { isInField } from "@/lib/typing";
import { Button } from "@/ui/button";
import { say } from "./words";

interface Props {
  tag: string;
  /** In a row, which may be gone by now. */
  isClicked: boolean;
  onRemove: () => void;
}

/** Says which tag is asked for, beside the other filters. */
export function TagFilter({ tag, isClicked, onRemove }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isClicked && !isInField()) button.current?.focus();
  }, [isClicked]);
  return (
    // On a phone a line of its own.
    <span className="flex animate-fade max-sm:order-last max-sm:basis-full">
      <span className="flex h-9 min-w-0 items-center rounded-control border border-line-strong bg-raised pl-3 text-13 sm:max-w-52">
        <span id={id} className="truncate" title={tag}>
          {say.tagIs(tag)}
        </span>
        <Button
          ref={button}
          look="quiet"
          size="small-icon"
          className="ml-0.5 focus-visible:-outline-offset-2"
          aria-label={say.removeTheTagFilter}
          aria-describedby={id}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </span>
    </span>
  );
}
