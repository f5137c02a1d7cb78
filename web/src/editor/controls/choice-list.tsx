import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { cn } from "@/lib/cn";
import { Input } from "@/ui/field";

export interface Choice {
  id: string;
  label: string;
  detail?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface Props {
  label: string;
  placeholder: string;
  empty: string;
  choices: Choice[];
  onChoose: (id: string) => void;
}

const fold = (text: string) => text.toLowerCase().normalize("NFKD");

/** A list to choose from by typing, arrows or pointer. */
export function ChoiceList({ label, placeholder, empty, choices, onChoose }: Props) {
  const id = useId();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const found = choices.filter(
    (one) => !one.disabled && fold(`${one.label} ${one.detail ?? ""}`).includes(fold(query)),
  );
  const at = Math.min(active, found.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length };
    const next = moves[event.key];
    const chosen = found[at];
    if (next !== undefined && found.length > 0) {
      setActive(next % found.length);
      document.getElementById(`${id}-${next % found.length}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && chosen) onChoose(chosen.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      <div id={id} role="listbox" aria-label={label} className="mt-3 -mx-2">
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={one.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerMove={() => setActive(index)}
            onClick={() => onChoose(one.id)}
            className={cn(
              "flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted",
              index === at && "bg-raised",
            )}
          >
            {one.icon}
            <span className="min-w-0 flex-1 truncate">{one.label}</span>
            {one.detail ? <span className="shrink-0 text-12 text-muted">{one.detail}</span> : null}
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p role="status" className="mt-2 text-13 text-muted">
          {empty}
        </p>
      ) : null}
    </>
  );
}
