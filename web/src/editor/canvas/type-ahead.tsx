import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { kindOf, writingOf } from "@/email/blocks";
import type { WrittenBlock } from "@/email/types";
import { hasMod } from "../keyboard/keys";

interface Props {
  block: WrittenBlock;
  /** What was typed so far; the text editor begins with it. */
  typed: RefObject<string>;
  onDone: () => void;
}

/** Takes what is typed while the text editor is on its way: a field, so that any way of typing works. */
export function TypeAhead({ block, typed, onDone }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // The keys of the canvas would move and delete the block.
    if (!(hasMod(event) && event.key.toLowerCase() === "s")) event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onDone();
    if (event.key !== "Enter" || writingOf(block).html !== "inline") return;
    // It is one line, which Enter ends.
    event.preventDefault();
    typed.current = `${event.currentTarget.value}\n`;
    event.currentTarget.readOnly = true;
  };
  return (
    <textarea
      ref={field}
      aria-label={kindOf(block).name}
      className="sr-only"
      onKeyDown={onKeyDown}
      onInput={(event) => {
        typed.current = event.currentTarget.value;
      }}
    />
  );
}
