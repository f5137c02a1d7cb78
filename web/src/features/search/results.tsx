import { cn } from "@/lib/cn";
import { Kbd } from "@/ui/kbd";
import type { Entry } from "./entries";

interface Props {
  id: string;
  entries: Entry[];
  active: Entry | undefined;
  empty: string;
  /** The server's part is missing from what is shown. */
  failed: boolean;
  onFollow: (entry: Entry) => void;
}

function Option({
  id,
  entry,
  active,
  onFollow,
}: {
  id: string;
  entry: Entry;
  active: boolean;
  onFollow: (entry: Entry) => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox that owns the list handles every key
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={() => onFollow(entry)}
      className={cn(
        "flex h-11 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-raised",
        active && "bg-raised",
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13">{entry.title}</span>
        {entry.subtitle ? <span className="block truncate text-12 text-muted">{entry.subtitle}</span> : null}
      </span>
      <span className="flex gap-1">
        {entry.keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </div>
  );
}

export function Results({ id, entries, active, empty, failed, onFollow }: Props) {
  const groups = [...new Set(entries.map((entry) => entry.group))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box keeps the focus while the list is scrolled by its bar
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute top-11 left-0 z-40 max-h-[70dvh] w-full min-w-[300px] animate-fade overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float"
    >
      {entries.length > 0 ? (
        <div id={id} role="listbox" aria-label="Search results">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox has no element of its own
            <div key={group} role="group" aria-label={group}>
              <p aria-hidden="true" className="px-3 pt-2 pb-1 text-12 text-muted">
                {group}
              </p>
              {entries
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <Option
                    key={entry.key}
                    id={`${id}-${entry.key}`}
                    entry={entry}
                    active={entry.key === active?.key}
                    onFollow={onFollow}
                  />
                ))}
            </div>
          ))}
        </div>
      ) : (
        <p role="status" className="px-3 py-4 text-13 text-muted">
          {empty}
        </p>
      )}
      {failed && entries.length > 0 ? (
        <p role="status" className="px-3 py-2 text-12 text-muted">
          The server's answers are missing. Check the connection and type again.
        </p>
      ) : null}
    </div>
  );
}
