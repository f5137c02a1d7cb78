import { useEffect, useMemo, useState } from "react";
import { type SearchHit, type SearchResult, useSearch } from "@/api/search";
import type { GuideHit } from "@/guide/find";
import { useDebounced } from "@/lib/hooks";
import type { Command } from "./actions";
import { rank } from "./rank";
import { useRecent, type Visit } from "./recent";

export interface Entry {
  key: string;
  group: string;
  title: string;
  subtitle: string | null;
  keys: string[];
  /** Where it leads, or what it does. */
  href?: string;
  run?: () => void;
  /** Whether it may be kept among the recent ones: readers' names and deeds are not. */
  keep: boolean;
}

type Ranked = Entry & { points: number };

const names: [keyof SearchResult, string][] = [
  ["newsletters", "Newsletters"],
  ["campaigns", "Campaigns"],
  ["subscribers", "Subscribers"],
  ["templates", "Templates"],
  ["domains", "Domains"],
];
/** Between groups that answer equally well. */
const order = [...names.map(([, name]) => name), "Actions", "Settings", "Go to", "Guide"];
const MOST = 5;

// The server found it, so it is shown even if this side can't see why.
const fromHit = (group: string, hit: SearchHit, query: string): Ranked => ({
  key: `${group}-${hit.id}`,
  group,
  title: hit.title,
  subtitle: hit.subtitle,
  href: hit.href,
  keys: [],
  keep: group !== "Subscribers",
  points: Math.max(1, rank(hit.title, query), rank(hit.subtitle ?? "", query) / 2),
});

const fromCommand = (command: Command, query: string): Ranked => ({
  key: command.title.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
  group: command.group,
  title: command.title,
  subtitle: null,
  keys: command.keys ?? [],
  keep: false,
  ...("href" in command ? { href: command.href } : { run: command.run }),
  points: Math.max(
    rank(command.title, query),
    rank(command.name ?? command.title, query),
    rank(`${command.title} ${command.words ?? ""}`, query) / 2,
  ),
});

// Less than anything else: what one has, and where it is, come before what one could read about it.
const fromGuide = (hit: GuideHit, query: string): Ranked => ({
  key: `guide-${hit.href.replaceAll(/[^a-z0-9]+/g, "-")}`,
  group: "Guide",
  title: hit.heading,
  subtitle: hit.heading === hit.page ? hit.excerpt.map((part) => part.text).join("") : hit.page,
  href: hit.href,
  keys: [],
  keep: true,
  points: rank(hit.heading, query) / 200,
});

const fromVisit = (visit: Visit): Entry => ({
  key: `recent-${visit.href.replaceAll(/[^a-z0-9]+/gi, "-")}`,
  group: "Recent",
  ...visit,
  keys: [],
  keep: true,
});

/** Groups by their best entry, the best five of each. */
function arrange(ranked: Ranked[]): Entry[] {
  const best = new Map<string, number>();
  for (const { group, points } of ranked) best.set(group, Math.max(best.get(group) ?? 0, points));
  const groups = [...best.keys()].sort(
    (a, b) => (best.get(b) ?? 0) - (best.get(a) ?? 0) || order.indexOf(a) - order.indexOf(b),
  );
  return groups.flatMap((group) =>
    ranked
      .filter((entry) => entry.group === group)
      .sort((a, b) => b.points - a.points)
      .slice(0, MOST),
  );
}

export function collect(
  query: string,
  found: { result: SearchResult | undefined; guide: GuideHit[]; commands: Command[]; recent: Visit[] },
): Entry[] {
  const { result, guide, commands, recent } = found;
  if (query === "") {
    const usual = commands.filter((command) => !command.rare);
    return [...recent.map(fromVisit), ...usual.map((command) => fromCommand(command, ""))];
  }
  return arrange([
    ...(result ? names.flatMap(([key, name]) => result[key].map((hit) => fromHit(name, hit, query))) : []),
    ...commands.map((command) => fromCommand(command, query)).filter(({ points }) => points > 0),
    ...guide.map((hit) => fromGuide(hit, query)),
  ]);
}

const GUIDE_HITS = 4;

/** The guide's answers. Its code and texts come with the first question; without them the rest still works. */
function useGuide(query: string): GuideHit[] {
  const [hits, setHits] = useState<GuideHit[]>([]);
  useEffect(() => {
    if (query.length < 2) return setHits([]);
    let current = true;
    import("@/guide/find")
      .then(({ findInGuide }) => findInGuide(query, GUIDE_HITS))
      .catch(() => [])
      .then((found) => current && setHits(found));
    return () => {
      current = false;
    };
  }, [query]);
  return hits;
}

export function useEntries(text: string, commands: Command[]) {
  const typed = text.trim();
  const query = useDebounced(typed, 180);
  const { data, error, isLoading } = useSearch(query);
  const guide = useGuide(query);
  const recent = useRecent();
  const entries = useMemo(
    () => collect(typed, { result: data, guide, commands, recent }),
    [data, guide, commands, recent, typed],
  );
  return { entries, waiting: isLoading || query !== typed, failed: error !== undefined };
}
