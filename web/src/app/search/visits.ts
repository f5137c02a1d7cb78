import { useEffect } from "react";
import { useLocation } from "react-router";
import { rememberVisit } from "@/features/search/recent";

/** Pages of one thing each. Their names are asked for when the search is opened. */
const pages = [
  { kind: "campaign", at: /^\/campaigns\/\d+\/(\d+)\/(?:edit|report)$/ },
  { kind: "template", at: /^\/templates\/(\d+)\/edit$/ },
] as const;

/** Remembers what the author opens, however they came there. */
export function useVisits() {
  const { pathname } = useLocation();
  useEffect(() => {
    for (const { kind, at } of pages) {
      const id = at.exec(pathname)?.[1];
      if (id) rememberVisit({ kind, id: Number(id), href: pathname, title: null, subtitle: null });
    }
  }, [pathname]);
}
