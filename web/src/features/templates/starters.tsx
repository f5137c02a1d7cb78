import { useEffect, useState } from "react";
import { Link } from "react-router";
import { type Starter, starters } from "@/email";
import { cn } from "@/lib/cn";
import { Retry } from "@/ui/retry";
import { Card, Section } from "@/ui/surface";
import { Thumbnail } from "@/workbench/thumbnail";
import { say } from "./words";

function useStarters() {
  const [all, setAll] = useState<Starter[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new try
  useEffect(() => {
    let alive = true;
    setFailed(false);
    starters(location.origin).then(
      (found) => alive && setAll(found),
      () => alive && setFailed(true),
    );
    return () => {
      alive = false;
    };
  }, [round]);
  return { all, failed, retry: () => setRound((now) => now + 1) };
}

function StarterCard({ starter }: { starter: Starter }) {
  return (
    <Link
      to={`/templates/new?starter=${starter.id}`}
      aria-label={say.startFromName(starter.name)}
      className="flex h-full flex-col rounded-card border border-line bg-surface transition-colors duration-150 hover:border-accent"
    >
      <Thumbnail document={starter.document} />
      <span className="border-line border-t p-4">
        <span className="block font-medium font-serif text-lg leading-6">{starter.name}</span>
        <span className="mt-0.5 line-clamp-2 block text-13 text-muted">{starter.description}</span>
      </span>
    </Link>
  );
}

/** Emails to begin with, one click each: all of them to who has none and a desk to see them on, else a row to look along. */
export function Starters({ wide }: { wide: boolean }) {
  const { all, failed, retry } = useStarters();
  const room = cn(
    "-mx-1 flex snap-x gap-4 overflow-x-auto px-1 pb-2",
    wide && "sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(260px,1fr))] sm:overflow-visible sm:p-0",
  );
  const place = cn("w-60 shrink-0 snap-start", wide && "sm:w-auto");
  return (
    <Section id="starters" title={say.startFrom} description={say.oneClickOpensTheEditor}>
      {failed ? <Retry onRetry={retry}>{say.weCouldntLoadTheStarters}</Retry> : null}
      {!all && !failed ? (
        <div className={cn(room, "overflow-hidden")} aria-hidden="true">
          {["a", "b", "c", "d"].map((key) => (
            <Card key={key} className={cn("h-[306px] animate-breathe", place)} />
          ))}
        </div>
      ) : null}
      {all ? (
        <ul className={room}>
          {all.map((starter) => (
            <li key={starter.id} className={place}>
              <StarterCard starter={starter} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}
