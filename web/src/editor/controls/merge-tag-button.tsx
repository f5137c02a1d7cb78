import type { RefObject } from "react";
import { mergeTag } from "@/email";
import { TagButton } from "@/ui/tag-button";
import { useHost } from "../ui";
import { say } from "../words";
import { Popover } from "./floating";
import { MergeTagPicker } from "./merge-tag-picker";

interface Props {
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  /** Gets the field's whole text with the tag at the caret. */
  onInsert: (value: string) => void;
}

/** Puts a merge tag into a plain field, at the caret. */
export function MergeTagButton({ field, onInsert }: Props) {
  const { attributes } = useHost();

  const insert = (tag: string) => {
    const input = field.current;
    if (!input) return;
    const from = input.selectionStart ?? input.value.length;
    const to = input.selectionEnd ?? from;
    onInsert(input.value.slice(0, from) + tag + input.value.slice(to));
    // The value is there with the next frame.
    requestAnimationFrame(() => {
      input.focus();
      input.setSelectionRange(from + tag.length, from + tag.length);
    });
  };
  return (
    <TagButton>
      {({ anchor, close, done }) => (
        <Popover label={say.mergeTag} anchor={anchor} side="below" onClose={close}>
          <MergeTagPicker
            attributes={attributes}
            onPick={({ path, fallback }) => {
              insert(mergeTag(path, fallback));
              done();
            }}
          />
        </Popover>
      )}
    </TagButton>
  );
}
