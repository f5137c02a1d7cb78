import { urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

export type SearchHit = Answer<"SearchHit">;
export type SearchResult = Answer<"SearchResult">;

export const useSearch = (q: string) =>
  useData(q === "" ? null : urlOf("/api/search", { q }), { keepPreviousData: true });
