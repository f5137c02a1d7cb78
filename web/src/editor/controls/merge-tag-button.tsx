import { Tag } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { mergeTag } from "@/email";
import { Button } from "@/ui/button";
import { useHost } from "../ui";
import { Popover } from "./floating";
import { MergeTagPicker } from "./merge-tag-picker";

interface Props {
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  /** Gets the field's whole text with the tag at the caret. */
  onInsert: (value: string) => void;
}

/** Puts a merge tag into a plain field, at the caret. */
export function MergeTagButton({ field, onInsert }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { attributes } = useHost();

  const insert = (tag: string) => {
    const input = field.current;
    if (!input) return;
    const from = input.selectionStart ?? input.value.length;
    const to = input.selectionEnd ?? from;
    onInsert(input.value.slice(0, from) + tag + input.value.slice(to));
    setOpen(false);
    // The value is there with the next frame.
    requestAnimationFrame(() => {
      input.focus();
      input.setSelectionRange(from + tag.length, from + tag.length);
    });
  };
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
      >
        <Tag aria-hidden="true" />
      </Button>
      {open ? (
        <Popover
          label="Merge tag"
          anchor={() => button.current?.getBoundingClientRect() ?? null}
          side="below"
          onClose={close}
        >
          <MergeTagPicker attributes={attributes} onPick={({ path, fallback }) => insert(mergeTag(path, fallback))} />
        </Popover>
      ) : null}
    </>
  );
}
