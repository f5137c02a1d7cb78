import { request, urlOf } from "./client";
import { under, usePage } from "./hooks";
import type { Answer, QueryOf } from "./schema";

export type Suppression = Answer<"Suppression">;

const LIST = "/api/suppressions";

export const isSuppressions = under(LIST);
export const useSuppressions = (query: QueryOf<typeof LIST>) => usePage(urlOf(LIST, query), { keepPreviousData: true });
export const suppress = (email: string, detail?: string) =>
  request("POST", urlOf(LIST), { body: { email, ...(detail ? { detail } : {}) } });
export const unsuppress = (suppression_id: number) =>
  request("DELETE", urlOf(`${LIST}/{suppression_id}`, { suppression_id }));
