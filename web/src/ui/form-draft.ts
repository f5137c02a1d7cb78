import { type RefObject, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type Draft, draftKey, draftsOf, dropDraft, readDraft, writeDraft } from "@/lib/drafts";

/** Short enough to lose no more than a word when the browser itself goes down. */
const AFTER_MS = 500;

/** What would become of what was typed, were the form to close now. */
export type Safety = "untouched" | "kept" | "lost";

/** What a dialog asks of the form in it before it closes; null while there is none. */
export type Guard = RefObject<(() => Safety) | null>;

export const useGuard = (): Guard => useRef<(() => Safety) | null>(null);

interface Place<T> {
  author: number;
  /** The kind of form. */
  form: string;
  /** What it is about; null for something new, which gets a place of its own. */
  id: string | null;
  /** What the form begins with when nothing was kept. */
  start: T;
}

export interface Found<T> {
  id: string;
  draft: Draft<T> | null;
}

const newId = () =>
  `new-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** What was kept of this form: for something new, what was left last. Read once, when the form opens. */
export function useFound<T>({ author, form, id, start }: Place<T>): Found<T> {
  const [found] = useState(() => {
    const left = id ?? draftsOf(author, form).find((kept) => kept.id.startsWith("new-"))?.id;
    return left === undefined
      ? { id: newId(), draft: null }
      : { id: left, draft: readDraft(draftKey(author, form, left), start) };
  });
  return found;
}

interface Options<T extends FieldValues> {
  author: number;
  name: string;
  form: UseFormReturn<T>;
  found: Found<T>;
  guard: Guard;
  titleOf: (values: T) => string;
  /** The save that the form began from. */
  base: string | null;
}

/**
 * Keeps what is typed into a form in this browser, under its author, until `done`. What was kept before is in the form
 * when it opens; `startOver` gives it up, and gives back the way to take that back.
 */
export function useFormDraft<T extends FieldValues>({ author, name, form, found, guard, titleOf, base }: Options<T>) {
  const [restored, setRestored] = useState(found.draft);
  const { isDirty } = form.formState;
  const latest = useRef({ isDirty, titleOf, base });
  latest.current = { isDirty, titleOf, base };
  const ended = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is put into the form once
  useEffect(() => {
    if (found.draft) form.reset(found.draft.values, { keepDefaultValues: true });
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): Safety => {
      clearTimeout(timer);
      timer = undefined;
      if (ended.current || !latest.current.isDirty) return "untouched";
      const values = form.getValues();
      const { titleOf: title, base: from } = latest.current;
      const draft = { title: title(values), at: Date.now(), base: from, values };
      return writeDraft(author, name, found.id, draft) ? "kept" : "lost";
    };
    const later = () => {
      timer ??= setTimeout(keep, AFTER_MS);
    };
    const stop = form.subscribe({ formState: { values: true }, callback: later });
    const leave = (event: BeforeUnloadEvent) => {
      if (keep() === "lost") event.preventDefault();
    };
    // A tab that is hidden may never come back.
    const hidden = () => void (document.visibilityState === "hidden" && keep());
    guard.current = keep;
    addEventListener("beforeunload", leave);
    addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stop();
      keep();
      guard.current = null;
      removeEventListener("beforeunload", leave);
      removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [author, name, form, found, guard]);

  const done = () => {
    ended.current = true;
    dropDraft(author, name, found.id);
  };
  const startOver = () => {
    const given = { values: form.getValues(), restored, base: latest.current.base };
    form.reset();
    setRestored(null);
    dropDraft(author, name, found.id);
    return () => {
      if (guard.current) {
        form.reset(given.values, { keepDefaultValues: true });
        setRestored(given.restored);
      }
      writeDraft(author, name, found.id, {
        title: titleOf(given.values),
        at: Date.now(),
        base: given.base,
        values: given.values,
      });
    };
  };
  return { restored, done, startOver };
}
