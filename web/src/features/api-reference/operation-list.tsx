import { ChevronDown, Search } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { ApiDocument } from "@/api/document";
import { walkByArrows } from "@/lib/arrows";
import { cn } from "@/lib/cn";
import { capitalise, countOf } from "@/lib/format";
import { Input } from "@/ui/field";
import { byTag, type Operation } from "./document";
import { MethodName } from "./method";
import { say } from "./words";

const tagTitle = (tag: string) => capitalise(tag).replace(/\bapi\b/i, "API");

function Row({ operation, current }: { operation: Operation; current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li>
      <Link
        ref={link}
        to={`#${operation.id}`}
        aria-current={current ? "true" : undefined}
        title={`${operation.method} ${operation.path}`}
        className={cn(
          "flex items-baseline gap-1 rounded-control px-2 py-1.5 text-13 text-muted transition-colors duration-150 hover:bg-raised hover:text-text max-lg:py-2.5",
          current && "bg-raised font-medium text-text",
        )}
      >
        <MethodName method={operation.method} />
        <span className="line-clamp-2 min-w-0">{operation.summary}</span>
      </Link>
    </li>
  );
}

function counted(all: Operation[]): string {
  const events = all.filter(({ method }) => method === "EVENT").length;
  const calls = all.length - events;
  return [calls && countOf(calls, "call"), events && countOf(events, "event")].filter(Boolean).join(", ");
}

/** Every call by area, with a filter over method, path and words. */
export function OperationList({
  operations,
  tags,
  current,
}: {
  operations: Operation[];
  tags: ApiDocument["tags"];
  current: string;
}) {
  const [filter, setFilter] = useState("");
  /** On a small screen the list would stand before everything else. */
  const [unfolded, setUnfolded] = useState(false);
  const listId = useId();
  const unfiltered = filter.trim() === "";
  const groups = useMemo(() => byTag(operations, tags, filter), [operations, tags, filter]);
  const found = counted(groups.flatMap((group) => group.operations));
  return (
    <search onKeyDown={walkByArrows} className="flex min-h-0 flex-1 flex-col">
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
        <Input
          type="search"
          aria-label={say.filterCalls}
          placeholder={say.filterCalls2}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setFilter("")}
          className="pl-9"
        />
      </div>
      <p role="status" className="mt-2 mb-1 px-2 text-12 text-muted">
        {found || say.noCallMatchesTrim(filter.trim())}
      </p>
      {unfiltered ? (
        <button
          type="button"
          aria-expanded={unfolded}
          aria-controls={listId}
          onClick={() => setUnfolded((now) => !now)}
          className="group mt-1 mb-6 flex h-11 items-center justify-between rounded-card border border-line bg-surface px-4 text-13 lg:hidden"
        >
          {say.allCalls}
          <ChevronDown
            aria-hidden="true"
            className="size-4 text-muted transition-transform group-aria-expanded:rotate-180"
          />
        </button>
      ) : null}
      <nav
        id={listId}
        aria-label={say.calls}
        className={cn("mt-2 min-h-0 overflow-y-auto lg:pr-2 lg:pb-6", unfiltered && !unfolded && "max-lg:hidden")}
      >
        {groups.map((group) => (
          <div key={group.tag} className="mb-4">
            <h2 className="px-2 font-medium text-13">{tagTitle(group.tag)}</h2>
            <p className="px-2 pb-1 text-12 text-muted">{group.description}</p>
            <ul>
              {group.operations.map((operation) => (
                <Row key={operation.id} operation={operation} current={operation.id === current} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </search>
  );
}
