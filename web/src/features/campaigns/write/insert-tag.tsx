import { cn } from "@/lib/cn";
import { lazyCode } from "@/lib/code";
import { TagButton } from "@/ui/tag-button";

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
  return (
    <TagButton className={cn("size-7", className)}>
      {({ anchor, close, done }) => (
        <TagChoice
          newsletterId={newsletterId}
          anchor={anchor}
          onClose={close}
          onPick={(tag) => {
            done();
            onInsert(tag);
          }}
        />
      )}
    </TagButton>
  );
}
