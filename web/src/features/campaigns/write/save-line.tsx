import { useEffect, useRef, useState } from "react";
import { formatSince } from "@/lib/format";
import { Button } from "@/ui/button";
import type { SaveState } from "./desk";
import { say } from "./words";
import type { Field } from "./written";

const names: Record<Field, string> = {
  subject: say.subjectLine,
  preheader: say.previewText,
  html_content: say.htmlContent,
  text_content: say.plainTextContent,
  in_doubt_policy: say.uncertainDeliveries,
  segment: say.audience,
  ab_test: say.aBTest,
  blocks: say.content,
  theme: say.content,
};

const listed = (fields: Field[]) => [...new Set(fields.map((field) => names[field]))].join(", ");

/** How long ago, to the second while that is news. */
export function savedAgo(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return say.savedSecondsSAgo(seconds);
  if (seconds < 3600) return say.savedSecondsMinAgo(Math.floor(seconds / 60));
  return say.savedNow(formatSince(new Date(at).toISOString(), now));
}

/** What keeps it from being saved; null while all goes well. */
export function troubleOf(state: SaveState, kept: boolean): string | null {
  const here = kept ? say.keptInThisBrowser : say.thisBrowserHasNoRoom;
  switch (state.kind) {
    case "offline":
      return say.notSavedYetNoConnection(here);
    case "failed":
      return say.notSavedMessage(state.message);
    case "refused":
    case "incomplete":
      return say.savedExceptFields(listed(state.fields));
    case "conflict":
      return say.notSavedThereIsA;
    case "closed":
    case "gone":
      return say.notSavedHere(here);
    default:
      return null;
  }
}

/** Ticks each second while seconds are shown, then each half minute. */
function useTicking(at: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const seconds = at !== null && now - at < 60_000;
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), seconds ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [at, seconds]);
  return now;
}

/** What is read out: trouble, its end, and the answer to a save that was asked for; never each save. */
function useSaid(trouble: string | null, saved: boolean, asked: number): string {
  const [said, setSaid] = useState("");
  const last = useRef({ trouble, asked });
  useEffect(() => {
    if (trouble !== null) setSaid(trouble);
    else if (saved && (last.current.trouble !== null || last.current.asked !== asked)) setSaid(say.saved);
    else if (saved) return;
    else setSaid("");
    if (saved || trouble !== null) last.current = { trouble, asked };
  }, [trouble, saved, asked]);
  return said;
}

interface Props {
  state: SaveState;
  kept: boolean;
  /** How often its author asked for a save. */
  asked: number;
  onRetry: () => void;
}

/** Whether what is written is saved. */
export function SaveLine({ state, kept, asked, onRetry }: Props) {
  const now = useTicking(state.kind === "saved" ? state.at : null);
  const trouble = troubleOf(state, kept);
  const said = useSaid(trouble, state.kind === "saved", asked);
  const shown =
    trouble ??
    (state.kind === "saved" ? savedAgo(state.at, now) : state.kind === "saving" ? say.saving : say.notSavedYet);
  return (
    <div className="flex min-w-0 items-center gap-2 text-13">
      <p className={trouble ? "text-yellow" : "figures text-muted"} data-save-state={state.kind}>
        {shown}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {state.kind === "offline" || state.kind === "failed" ? (
        <Button size="small" look="quiet" onClick={onRetry}>
          {say.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}
