import { Tag } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { lazyCode } from "@/lib/code";
import { Button } from "@/ui/button";

const TagChoice = lazyCode(() => import("./tag-choice"));

/** Types a text into a field, so that it can be undone like any other. */
export function typeInto(id: string, text: string) {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.focus();
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

interface Props {
  newsletterId: number;
  onInsert: (tag: string) => void;
  className?: string;
}

/** The menu of merge tags, beside a field. */
export function InsertTag({ newsletterId, onInsert, className }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        size="small-icon"
        aria-label="Insert a merge tag"
        title="Insert a merge tag"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={cn("size-7", className)}
      >
        <Tag aria-hidden="true" />
      </Button>
      <Suspense>
        {open ? (
          <TagChoice
            newsletterId={newsletterId}
            anchor={() => button.current?.getBoundingClientRect() ?? null}
            onClose={close}
            onPick={(tag) => {
              setOpen(false);
              onInsert(tag);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
