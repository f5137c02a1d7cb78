import {
  BookOpen,
  ChevronRight,
  CornerDownRight,
  Globe,
  LayoutTemplate,
  type LucideIcon,
  Mails,
  Send,
  Settings,
  User,
  Zap,
} from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Kbd } from "@/ui/kbd";
import type { Entry } from "./entries";
import type { Kind } from "./things";
import { say } from "./words";

const ofKind: Record<Kind, LucideIcon> = {
  newsletter: Mails,
  campaign: Send,
  subscriber: User,
  template: LayoutTemplate,
  domain: Globe,
};
const ofGroup: Record<string, LucideIcon> = { Actions: Zap, Settings, Guide: BookOpen };

const iconOf = ({ thing, group }: Entry): LucideIcon =>
  (thing ? ofKind[thing.kind] : ofGroup[group]) ?? CornerDownRight;

interface OptionProps {
  id: string;
  entry: Entry;
  active: boolean;
  onFollow: (entry: Entry) => void;
  onActions: (entry: Entry) => void;
}

/** For a pointer; the arrow to the right does the same. */
function Opener({ onOpen }: { onOpen: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an option holds no button; the combobox has the key for it
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span
      title={say.actions}
      data-opener=""
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
      className="-mr-2 grid size-11 shrink-0 place-content-center rounded-control text-muted hover:text-text"
    >
      <ChevronRight aria-hidden="true" className="size-4" />
    </span>
  );
}

function Option({ id, entry, active, onFollow, onActions }: OptionProps) {
  const Icon = iconOf(entry);
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
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13">{entry.title}</span>
        {entry.subtitle ? <span className="block truncate text-12 text-muted">{entry.subtitle}</span> : null}
      </span>
      {entry.keys.length > 0 ? (
        <span className="flex gap-1">
          {entry.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
      {entry.thing ? <Opener onOpen={() => onActions(entry)} /> : null}
    </div>
  );
}

/** What the keys do with the chosen answer. */
function Hints({ id, acts }: { id: string; acts: boolean }) {
  return (
    <p id={id} className="flex shrink-0 gap-4 border-line border-t px-4 py-2 text-12 text-muted max-sm:hidden">
      <span>
        <Kbd>↵</Kbd> {say.open}
      </span>
      {acts ? (
        <span>
          <Kbd>→</Kbd> {say.actions}
        </span>
      ) : null}
      <span>
        <Kbd>{say.esc}</Kbd> {say.close}
      </span>
    </p>
  );
}

interface Props extends Pick<OptionProps, "onFollow" | "onActions"> {
  id: string;
  entries: Entry[];
  active: Entry | undefined;
  /** Said above what is offered, or in place of answers. */
  status: string | null;
  /** Said below what there is all the same. */
  warning: string | null;
}

export function Results({ id, entries, active, status, warning, onFollow, onActions }: Props) {
  const groups = [...new Set(entries.map((entry) => entry.group))];
  return (
    <>
      {status ? (
        <p role="status" className="px-4.5 pt-4 pb-2 text-13 text-muted">
          {status}
        </p>
      ) : null}
      {entries.length > 0 ? (
        <div id={id} role="listbox" aria-label={say.searchResults} className="min-h-0 overflow-y-auto p-1.5">
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
                    onActions={onActions}
                  />
                ))}
            </div>
          ))}
        </div>
      ) : null}
      {warning ? (
        <p role="status" className="px-4.5 py-2 text-12 text-muted">
          {warning}
        </p>
      ) : null}
      {entries.length > 0 ? <Hints id={`${id}-hints`} acts={active?.thing !== undefined} /> : null}
    </>
  );
}

/** Below the box, above the page. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus stays where it is while the list is scrolled by its bar
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute top-11 left-0 z-40 flex max-h-[70dvh] w-full min-w-[300px] animate-fade flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float"
    >
      {children}
    </div>
  );
}
