import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Command } from "./actions";
import { type Entry, useEntries } from "./entries";
import { rememberVisit } from "./recent";
import { Results } from "./results";
import type { PanelProps } from "./search-box";

function emptyText(text: string, waiting: boolean, failed: boolean): string {
  if (waiting) return "Searching...";
  return failed ? "Search failed. Check the connection and type again." : `Nothing found for “${text.trim()}”`;
}

/** What is below the search box while it is used. */
export function SearchPanel({ commands, ...props }: PanelProps & { commands: Command[] }) {
  const { id, text, entered, onEntered, walk, onActive, onClose } = props;
  const navigate = useNavigate();
  // Another text begins at its first answer. What was walked to stays chosen when later answers come before it.
  const [place, setPlace] = useState<{ text: string; key?: string }>({ text });
  const { entries, waiting, failed } = useEntries(text, commands);
  const at =
    place.text === text
      ? Math.max(
          0,
          entries.findIndex(({ key }) => key === place.key),
        )
      : 0;
  const active = entries[at];
  const activeId = active && `${id}-${active.key}`;

  const follow = (entry: Entry) => {
    onClose();
    entry.run?.();
    if (entry.href === undefined) return;
    if (entry.keep) rememberVisit({ title: entry.title, subtitle: entry.subtitle, href: entry.href });
    void navigate(entry.href);
  };
  useEffect(() => {
    walk.current = (step) => {
      if (entries.length > 0) setPlace({ text, key: entries[(at + step + entries.length) % entries.length]?.key });
    };
  });
  useEffect(() => {
    if (!entered || waiting) return;
    if (active) follow(active);
    else onEntered(false);
  });
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
    return () => onActive(undefined);
  }, [activeId, onActive]);

  return (
    <Results
      id={id}
      entries={entries}
      active={active}
      empty={emptyText(text, waiting, failed)}
      failed={failed}
      onFollow={follow}
    />
  );
}
