import { useMemo } from "react";
import { useSearch } from "@/api/data";
import type { Hit, SearchResult } from "@/api/types";
import { useDebounced } from "@/lib/hooks";

export interface Command {
  title: string;
  href: string;
  keys?: string[];
}

export interface Entry {
  key: string;
  group: string;
  title: string;
  subtitle: string | null;
  href: string;
  keys: string[];
}

const groupNames: [keyof SearchResult, string][] = [
  ["newsletters", "Newsletters"],
  ["campaigns", "Campaigns"],
  ["subscribers", "Subscribers"],
  ["templates", "Templates"],
  ["domains", "Domains"],
];

const fromHit = (group: string, hit: Hit): Entry => ({
  key: `${group}-${hit.id}`,
  group,
  title: hit.title,
  subtitle: hit.subtitle,
  href: hit.href,
  keys: [],
});

export function collect(result: SearchResult | undefined, commands: Command[], query: string): Entry[] {
  const words = query.toLowerCase();
  const hits = result ? groupNames.flatMap(([key, name]) => result[key].map((hit) => fromHit(name, hit))) : [];
  const matching = commands
    .filter((command) => command.title.toLowerCase().includes(words))
    .map((command, index) => ({
      key: `command-${index}`,
      group: "Commands",
      title: command.title,
      subtitle: null,
      href: command.href,
      keys: command.keys ?? [],
    }));
  return [...hits, ...matching];
}

export function useEntries(text: string, commands: Command[]) {
  const typed = text.trim();
  const query = useDebounced(typed, 180);
  const { data, error, isLoading } = useSearch(query);
  const entries = useMemo(() => collect(typed === "" ? undefined : data, commands, typed), [data, commands, typed]);
  return { entries, waiting: isLoading || query !== typed, failed: error !== undefined };
}
