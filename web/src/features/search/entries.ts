import { useEffect, useMemo, useState } from "react";
import { type SearchHit, type SearchResult, useSearch } from "@/api/search";
import { readSubject } from "@/email/as-read";
import type { GuideHit } from "@/guide/find";
import { useDebounced } from "@/lib/hooks";
import { type Command, OFFERS } from "./commands";
import { rank } from "./rank";
import { type Describe, type NamedVisit, useRecent } from "./recent";
import type { Kind, Thing } from "./things";
import { say } from "./words";

export interface Entry {
  key: string;
  group: string;
  title: string;
  subtitle: string | null;
  keys: string[];
  /** Where it leads, or what it does. */
  href?: string;
  run?: () => void;
  /** What it is about, if something can be done with that. */
  thing?: Thing;
  /** Whether it may be kept among the recent ones: readers' names and deeds are not. */
  keep: boolean;
}

type Ranked = Entry & { points: number };

const names: [Kind, keyof SearchResult, string][] = [
  ["newsletter", "newsletters", say.newsletters],
  ["campaign", "campaigns", say.campaigns],
  ["subscriber", "subscribers", say.subscribers],
  ["template", "templates", say.templates],
  ["domain", "domains", say.domains],
];
/** Between groups that answer equally well. */
const order = [...names.map(([, , name]) => name), say.actions, say.settings, say.goTo, say.guide];
const MOST = 5;

/** Of two that answer equally well, the one that was opened of late. */
const KNOWN = 5;

// The server found it, so it is shown even if this side can't see why.
function fromHit(kind: Kind, group: string, hit: SearchHit, query: string, recent: NamedVisit[]): Ranked {
  const title = readSubject({ subject: hit.title });
  const known = recent.some((visit) => visit.kind === kind && visit.id === hit.id) ? KNOWN : 0;
  return {
    key: `${group}-${hit.id}`,
    group,
    title,
    subtitle: hit.subtitle && readSubject({ subject: hit.subtitle }),
    href: hit.href,
    thing: { kind, id: hit.id, title, href: hit.href },
    keys: [],
    keep: kind !== "subscriber",
    points: known + Math.max(1, rank(hit.title, query), rank(hit.subtitle ?? "", query) / 2),
  };
}

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
  group: say.guide,
  title: hit.heading,
  subtitle: hit.heading === hit.page ? hit.excerpt.map((part) => part.text).join("") : hit.page,
  href: hit.href,
  keys: [],
  keep: true,
  points: rank(hit.heading, query) / 200,
});

const thingOf = ({ kind, id, title, href }: NamedVisit): Thing | undefined =>
  kind && id !== undefined ? { kind, id, title, href } : undefined;

const fromVisit = (visit: NamedVisit): Entry => ({
  key: `recent-${visit.href.replaceAll(/[^a-z0-9]+/gi, "-")}`,
  group: say.recent,
  title: visit.title,
  subtitle: visit.subtitle,
  href: visit.href,
  thing: thingOf(visit),
  keys: [],
  keep: true,
});

/** What was opened of late needs no server to be found. */
function fromMemory(kind: Kind, group: string, hits: SearchHit[], query: string, recent: NamedVisit[]): Ranked[] {
  const missing = recent.filter((visit) => visit.kind === kind && !hits.some((hit) => hit.id === visit.id));
  return missing.flatMap((visit) => {
    const points = rank(visit.title, query);
    const thing = thingOf(visit);
    if (points === 0 || !thing) return [];
    return { ...fromVisit(visit), group, key: `${group}-${thing.id}`, points: points + KNOWN };
  });
}

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
  found: { result: SearchResult | undefined; guide: GuideHit[]; commands: Command[]; recent: NamedVisit[] },
): Entry[] {
  const { result, guide, commands, recent } = found;
  if (query === "") {
    const usual = commands.filter((command) => !command.rare);
    return [...recent.map(fromVisit), ...usual.map((command) => fromCommand(command, ""))];
  }
  return arrange([
    ...names.flatMap(([kind, key, name]) => {
      const hits = result?.[key] ?? [];
      return [
        ...hits.map((hit) => fromHit(kind, name, hit, query, recent)),
        ...fromMemory(kind, name, hits, query, recent),
      ];
    }),
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

/** What the app adds to the search: what it can do, and what it knows of the author's things. */
export interface Abilities {
  commands: Command[];
  describe: Describe;
  /** What to do where nothing was found. */
  offers: (query: string) => Command[];
  /** The address of the page that is open. */
  here: string;
}

export function useEntries(text: string, { commands, describe, offers, here }: Abilities) {
  const typed = text.trim();
  const query = useDebounced(typed, 180);
  const { data, error, isLoading } = useSearch(query);
  const guide = useGuide(query);
  const visits = useRecent(describe);
  // Nobody goes where they are: what is open comes last, for what can be done with it.
  const recent = useMemo(
    () => visits.toSorted((a, b) => Number(a.href === here) - Number(b.href === here)),
    [visits, here],
  );
  const waiting = isLoading || query !== typed;
  const found = useMemo(
    () => collect(typed, { result: data, guide, commands, recent }),
    [data, guide, commands, recent, typed],
  );
  const nothing = found.length === 0 && !waiting && error === undefined;
  const entries = nothing ? offers(typed).map((offer) => fromCommand(offer, "")) : found;
  return { entries, nothing, waiting, failed: error !== undefined };
}

export const isOffer = (entry: Entry) => entry.group === OFFERS;
