import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cn } from "@/lib/cn";
import { Kbd } from "@/ui/kbd";
import type { Command } from "./actions";
import { type Entry, useEntries } from "./entries";
import { rememberVisit } from "./recent";
import { Results } from "./results";

const mac = typeof navigator !== "undefined" && /mac/i.test(navigator.userAgent);

/** Puts the caret into the box on ⌘K or Ctrl K, from anywhere. */
function useSummon(onSummon: () => void) {
  const latest = useRef(onSummon);
  latest.current = onSummon;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The top bar's search: what the author has, what the guide says, and what the app can do. */
export function SearchBox({ commands }: { commands: Command[] }) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  /** Enter came before the answers did. */
  const [hasty, setHasty] = useState(false);
  const { entries, waiting, failed } = useEntries(open ? text : "", commands);
  const active = entries[Math.min(at, entries.length - 1)];
  useSummon(() => {
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  });

  const close = () => {
    setOpen(false);
    setText("");
    setAt(0);
    setHasty(false);
    input.current?.blur();
  };
  const follow = (entry: Entry) => {
    close();
    if (entry.run) entry.run();
    if (entry.href === undefined) return;
    if (entry.keep) rememberVisit({ title: entry.title, subtitle: entry.subtitle, href: entry.href });
    void navigate(entry.href);
  };
  useEffect(() => {
    if (!hasty || waiting) return;
    setHasty(false);
    if (active) follow(active);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (move !== 0 && entries.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((now) => (Math.min(now, entries.length - 1) + move + entries.length) % entries.length);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (waiting) setHasty(true);
      else if (active) follow(active);
    } else if (event.key === "Escape") close();
  };

  return (
    <search className="relative block w-full max-w-md">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={open && entries.length > 0}
        aria-controls={open && entries.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active ? `${listId}-${active.key}` : undefined}
        placeholder="Search newsletters..."
        autoComplete="off"
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setHasty(false);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        className="h-9 w-full rounded-control border border-line bg-surface pr-3 pl-9 text-base transition-colors duration-150 [&::-webkit-search-cancel-button]:hidden hover:border-line-strong sm:pr-16 sm:text-13"
      />
      <span className={cn("pointer-events-none absolute top-2 right-2 hidden gap-1 sm:flex", open && "sm:hidden")}>
        <Kbd>{mac ? "⌘" : "Ctrl"}</Kbd>
        <Kbd>K</Kbd>
      </span>
      {open ? (
        <Results
          id={listId}
          entries={entries}
          active={active}
          empty={
            waiting
              ? "Searching..."
              : failed
                ? "Search failed. Check the connection and type again."
                : `Nothing found for “${text.trim()}”`
          }
          onFollow={follow}
        />
      ) : null}
    </search>
  );
}
