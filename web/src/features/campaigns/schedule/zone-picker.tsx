import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useZones } from "@/api/schedule";
import { cn } from "@/lib/cn";
import { type ControlProps, Input } from "@/ui/field";

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

interface Props {
  field: ControlProps;
  value: string;
  onChange: (zone: string) => void;
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

function ZoneList({ id, shown, more, at, onPick }: ListProps) {
  return (
    <div className="absolute inset-x-0 top-10 z-10 max-h-60 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float">
      <div id={id} role="listbox" aria-label="Time zones">
        {shown.map((zone, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox that owns the list handles every key
          <div
            key={zone}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(zone)}
            className={cn(
              "flex h-9 cursor-pointer items-center justify-between gap-4 rounded-control px-2.5 text-13 hover:bg-raised",
              index === at && "bg-raised",
            )}
          >
            <span className="truncate">{zone.replaceAll("_", " ")}</span>
            <span className="figures shrink-0 text-muted">{offsetOf(zone)}</span>
          </div>
        ))}
      </div>
      <p role="status" className={cn("px-2.5 text-12 text-muted", (more > 0 || shown.length === 0) && "py-2")}>
        {shown.length === 0 ? "No zone has this name." : more > 0 ? `${more} more: type to narrow them down.` : ""}
      </p>
    </div>
  );
}

interface ListProps {
  id: string;
  shown: string[];
  more: number;
  at: number;
  onPick: (zone: string) => void;
}

/** A zone of the IANA database, found by any part of its name. What is typed counts only once it is chosen. */
export function ZonePicker({ field, value, onChange }: Props) {
  const { data: zones = [], error } = useZones();
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const open = typed !== null && zones.length > 0;
  const found = matching(zones, typed ?? "");
  const shown = found.slice(0, MOST);
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
    // Without a list a name that is typed in full has to do; the server knows whether it is one.
    if (error) onChange(text.trim());
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
      if (chosen) pick(chosen);
    }
  };
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
        placeholder={value}
        value={typed ?? value}
        onFocus={(event) => event.target.select()}
        onClick={() => typed === null && type("")}
        onBlur={close}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {open ? <ZoneList id={listId} shown={shown} more={found.length - shown.length} at={at} onPick={pick} /> : null}
    </div>
  );
}
