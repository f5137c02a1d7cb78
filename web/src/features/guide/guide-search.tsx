import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "@/api/problem";
import { findInGuide, type GuideHit } from "@/guide/find";
import { walkByArrows } from "@/lib/arrows";
import { countOf } from "@/lib/format";
import { useDebounced, useFilter } from "@/lib/hooks";
import { Input } from "@/ui/field";
import { Banner, Card } from "@/ui/surface";
import { say } from "./words";

type Found = { query: string; hits: GuideHit[] } | { query: string; error: string };

/** What the guide says to a query; undefined until it is known. */
function useFound(query: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (query === "") return setFound(undefined);
    let current = true;
    findInGuide(query).then(
      (hits) => current && setFound({ query, hits }),
      (error: unknown) => current && setFound({ query, error: messageOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [query]);
  return found;
}

function Hit({ hit }: { hit: GuideHit }) {
  return (
    <li>
      <Link
        to={hit.href}
        className="block px-4 py-3 transition-colors duration-150 hover:bg-raised focus-visible:bg-raised"
      >
        <span className="block font-medium text-13">
          {hit.heading}
          {hit.heading === hit.page ? null : <span className="ml-2 font-normal text-12 text-muted">{hit.page}</span>}
        </span>
        <span className="mt-0.5 block text-13 text-muted">
          {hit.excerpt.map(({ text, mark }, at) =>
            mark ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an excerpt never move
              <mark key={at} className="bg-transparent font-medium text-text">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      </Link>
    </li>
  );
}

function Results({ found }: { found: Found }) {
  if ("error" in found) {
    return <Banner>{say.guideNotRead(found.error)}</Banner>;
  }
  const { hits, query } = found;
  return (
    <>
      <p role="status" className="mb-2 text-12 text-muted">
        {hits.length === 0 ? say.nothingInTheGuideAbout(query) : countOf(hits.length, "place")}
      </p>
      {hits.length > 0 ? (
        <Card>
          <ul className="divide-y divide-line">
            {hits.map((hit) => (
              <Hit key={hit.href} hit={hit} />
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

/** The guide's own search. While it is used, its answers stand in place of what it is given. */
export function GuideSearch({ children }: { children: ReactNode }) {
  const [query, setQuery] = useFilter("q");
  const [typed, setTyped] = useState(query);
  const written = useRef(query);
  const settled = useDebounced(typed.trim(), 120);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled === query) return;
    written.current = settled;
    setQuery(settled);
  }, [settled]);
  // The address can also change from outside, by going back for instance; what is being typed is ahead of it.
  useEffect(() => {
    if (query !== written.current) setTyped(query);
    written.current = query;
  }, [query]);
  const found = useFound(settled);
  return (
    <search onKeyDown={walkByArrows}>
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
        <Input
          type="search"
          aria-label={say.searchTheGuide}
          placeholder={say.searchTheGuide2}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setTyped("")}
          className="pl-9"
        />
      </div>
      <div className="mt-6">{settled !== "" && found ? <Results found={found} /> : children}</div>
    </search>
  );
}
