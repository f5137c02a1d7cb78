import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ActionMenu } from "./action-menu";
import { type Abilities, type Entry, isOffer, useEntries } from "./entries";
import { rememberVisit } from "./recent";
import { Results, Sheet } from "./results";
import type { PanelProps } from "./search-box";
import type { ThingAction, ThingActions } from "./things";
import { say } from "./words";

interface Props extends PanelProps, Omit<Abilities, "here"> {
  Actions: ThingActions;
}

type Found = ReturnType<typeof useEntries>;

function statusOf({ entries, nothing, waiting, failed }: Found, text: string): string | null {
  if (entries.length > 0 && !nothing) return null;
  if (waiting) return say.searching;
  return failed ? say.searchFailedCheckTheConnection : say.nothingFoundForTrim(text.trim());
}

const MISSING = say.theServersAnswersAreMissing;

/** Another text begins at its first answer. What was walked to stays chosen when later answers come before it. */
function useChosen(text: string, entries: Entry[]) {
  const [place, setPlace] = useState<{ text: string; key?: string }>({ text });
  const found = place.text === text ? entries.findIndex(({ key }) => key === place.key) : 0;
  const at = Math.max(0, found);
  return {
    active: entries[at],
    choose: (entry: Entry | undefined) => setPlace({ text, key: entry?.key }),
    walk: (step: 1 | -1) => setPlace({ text, key: entries[(at + step + entries.length) % entries.length]?.key }),
  };
}

/** Enter follows the chosen answer, once the answers came. What is only offered wants an Enter of its own. */
function useEnter(
  { entered, onEntered }: PanelProps,
  found: Found,
  active: Entry | undefined,
  follow: (entry: Entry) => void,
) {
  const early = useRef(false);
  useEffect(() => {
    if (!entered) return;
    if (found.waiting) {
      early.current = true;
      return;
    }
    if (active && !(early.current && isOffer(active))) follow(active);
    else onEntered(false);
    early.current = false;
  });
}

/** What is below the search box while it is used. */
export function SearchPanel({ Actions, commands, describe, offers, ...props }: Props) {
  const { id, text, keys, onActive, onClose, acting, onActing, onBack } = props;
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const found = useEntries(text, { commands, describe, offers, here: pathname + search + hash });
  const { entries } = found;
  const { active, choose, walk } = useChosen(text, entries);
  const activeId = active && !acting ? `${id}-${active.key}` : undefined;

  const go = ({ href, run }: Pick<ThingAction, "href" | "run">) => {
    // Whoever goes to a page leaves what they did before the search; whoever stays goes on with it.
    onClose(href === undefined);
    run?.();
    if (href !== undefined) void navigate(href);
  };
  const follow = (entry: Entry) => {
    if (entry.keep && entry.href !== undefined) {
      const { title, subtitle, href, thing } = entry;
      rememberVisit({ title, subtitle, href, kind: thing?.kind, id: thing?.id });
    }
    go(entry);
  };
  const openActions = (entry: Entry | undefined) => {
    if (!entry?.thing) return false;
    choose(entry);
    onActing(entry.thing);
    return true;
  };
  useEnter(props, found, active, follow);
  useEffect(() => {
    keys.current = (key) => {
      if (key === "ArrowRight") return openActions(active);
      if (entries.length > 0) walk(key === "ArrowDown" ? 1 : -1);
      return true;
    };
  });
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
    return () => onActive(undefined);
  }, [activeId, onActive]);

  return (
    <Sheet>
      {acting ? (
        <ActionMenu key={acting.href} thing={acting} Actions={Actions} onBack={onBack} onRun={go} />
      ) : (
        <Results
          id={id}
          entries={entries}
          active={active}
          status={statusOf(found, text)}
          warning={found.failed && entries.length > 0 ? MISSING : null}
          onFollow={follow}
          onActions={openActions}
        />
      )}
    </Sheet>
  );
}
