import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { type ControlProps, Input } from "./field";
import { say } from "./words";

const MOST = 50;

const plain = (text: string) => text.toLowerCase().replaceAll(/[_/]/g, " ");

/** Zones whose name has every word that was typed. */
export function matching(zones: string[], typed: string): string[] {
  const words = plain(typed).split(" ").filter(Boolean);
  return zones.filter((zone) => words.every((word) => plain(zone).includes(word)));
}

/** "UTC+2" for now; nothing for a zone that the browser does not know. */
function offsetOf(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts();
    return parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC") ?? "";
  } catch {
    return "";
  }
}

export interface CommonZone {
  zone: string;
  label: string;
}

interface Props {
  field: ControlProps;
  value: string;
  onChange: (zone: string) => void;
  /** Every zone there is; undefined until they are known. */
  zones: string[] | undefined;
  /** The list can't be had: a name that is typed in full has to do, and the server knows whether it is one. */
  unlisted: boolean;
  /** The first to be offered, under names of their own. */
  common?: readonly CommonZone[];
}

interface Choice {
  zone: string;
  label: string;
  note: string;
}

interface Group {
  title: string | null;
  choices: Choice[];
}

const NONE: readonly CommonZone[] = [];
const spaced = (zone: string) => zone.replaceAll("_", " ");

function groupsOf(zones: string[], common: readonly CommonZone[], typed: string): { groups: Group[]; more: number } {
  const firsts = common
    .filter(({ zone, label }) => matching([`${label} ${zone}`], typed).length > 0)
    .map(({ zone, label }) => ({ zone, label, note: spaced(zone) }));
  const found = matching(zones, typed);
  const rest = found.slice(0, MOST).map((zone) => ({ zone, label: spaced(zone), note: offsetOf(zone) }));
  const groups = [
    { title: say.common, choices: firsts },
    { title: common.length > 0 ? say.allTimeZones : null, choices: rest },
  ];
  return { groups: groups.filter(({ choices }) => choices.length > 0), more: found.length - rest.length };
}

/** Esc closes the list alone; the dialog around it listens at the document. */
function useEscape(active: boolean, onEscape: () => void) {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [active]);
}

interface OptionProps {
  id: string;
  choice: Choice;
  chosen: boolean;
  onPick: (zone: string) => void;
}

function Option({ id, choice, chosen, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox that owns the list handles every key
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(choice.zone)}
      className={cn(
        "flex h-9 cursor-pointer items-center justify-between gap-4 rounded-control px-2.5 text-13 hover:bg-raised",
        chosen && "bg-raised",
      )}
    >
      <span className="truncate">{choice.label}</span>
      <span className="figures shrink-0 text-muted">{choice.note}</span>
    </div>
  );
}

interface ListProps {
  id: string;
  groups: Group[];
  more: number;
  at: number;
  onPick: (zone: string) => void;
}

function ZoneList({ id, groups, more, at, onPick }: ListProps) {
  let next = 0;
  const sections = groups.map(({ title, choices }) => {
    const options = choices.map((choice) => {
      const index = next++;
      return <Option key={choice.zone} id={`${id}-${index}`} choice={choice} chosen={index === at} onPick={onPick} />;
    });
    if (title === null) return options;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
      <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
        <div id={`${id}-${title}`} role="presentation" className="px-2.5 pt-2 pb-1 text-12 text-muted">
          {title}
        </div>
        {options}
      </div>
    );
  });
  return (
    <div className="absolute inset-x-0 top-10 z-10 max-h-60 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float">
      <div id={id} role="listbox" aria-label={say.timeZones}>
        {sections}
      </div>
      <p role="status" className={cn("px-2.5 text-12 text-muted", (more > 0 || groups.length === 0) && "py-2")}>
        {groups.length === 0 ? say.noZoneHasThisName : more > 0 ? say.moreMoreTypeToNarrow(more) : ""}
      </p>
    </div>
  );
}

/** A zone of the IANA database, found by any part of its name. What is typed counts only once it is chosen. */
export function ZonePicker({ field, value, onChange, zones = [], unlisted, common = NONE }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const open = typed !== null && zones.length > 0;
  const { groups, more } = groupsOf(zones, common, typed ?? "");
  const shown = groups.flatMap(({ choices }) => choices);
  const close = () => setTyped(null);
  useEscape(open, close);
  useEffect(() => {
    if (open) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [open, at, listId]);

  const pick = (zone: string) => {
    onChange(zone);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    if (unlisted) onChange(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = shown[at];
    if (move !== 0) {
      event.preventDefault();
      if (!open) type("");
      else setAt((now) => (now + move + shown.length) % Math.max(shown.length, 1));
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (chosen) pick(chosen.zone);
    }
  };
  const named = common.find(({ zone }) => zone === value)?.label ?? value;
  return (
    <div className="relative">
      <Input
        {...field}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={named}
        value={typed ?? named}
        onFocus={(event) => event.target.select()}
        onClick={() => typed === null && type("")}
        onBlur={close}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {open ? <ZoneList id={listId} groups={groups} more={more} at={at} onPick={pick} /> : null}
    </div>
  );
}
