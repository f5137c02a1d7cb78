import { useCallback, useEffect, useMemo } from "react";
import useSWRInfinite from "swr/infinite";
import { nextCursor, read, readWhole, request, urlOf } from "./client";
import type { Answer, Body } from "./schema";

export type Template = Answer<"Template">;
export type NewTemplate = Body<"NewTemplate">;
export type UpdateTemplate = Body<"UpdateTemplate">;

const LIST = "/api/templates";
const ONE = `${LIST}/{template_id}` as const;
const VERSIONS = `${ONE}/versions` as const;
const PAGE_SIZE = 24;

export const createTemplate = (body: NewTemplate, idempotencyKey: string) =>
  request("POST", urlOf(LIST), { body, idempotencyKey });
export const getTemplate = (id: number) => read(urlOf(ONE, { template_id: id }));
export const updateTemplate = (id: number, body: UpdateTemplate) =>
  request("PUT", urlOf(ONE, { template_id: id }), { body });
export const deleteTemplate = (id: number) => request("DELETE", urlOf(ONE, { template_id: id }));
export const duplicateTemplate = (id: number, idempotencyKey: string) =>
  request("POST", urlOf(`${ONE}/duplicate`, { template_id: id }), { idempotencyKey });
export const testTemplate = (id: number, body: Body<"SendTemplateTest">, idempotencyKey: string) =>
  request("POST", urlOf(`${ONE}/test`, { template_id: id }), { body, idempotencyKey });

export const listVersions = (id: number) => read(urlOf(VERSIONS, { template_id: id, limit: 50 }));
export const getVersion = (id: number, revision: number) =>
  read(urlOf(`${VERSIONS}/{revision}`, { template_id: id, revision }));
export const restoreVersion = (id: number, revision: number, from: number) =>
  request("POST", urlOf(`${VERSIONS}/{revision}/restore`, { template_id: id, revision }), { body: { revision: from } });

export interface TemplatePage {
  /** What was asked for. */
  query: string;
  templates: Template[];
  next: string | null;
  total: number;
}

/** One page of the author's templates, newest first. */
export async function listTemplates(query: string, cursor?: string | null, limit = PAGE_SIZE): Promise<TemplatePage> {
  const { answer, headers } = await readWhole(urlOf(LIST, { q: query, limit, cursor }));
  const total = Number(headers.get("X-Total-Count") ?? answer.templates.length);
  return { query, templates: answer.templates, next: nextCursor(headers.get("Link")), total };
}

let lists = 0;
const reloads = new Set<() => void>();

/** Reads every list that is shown anew, for whoever changes templates elsewhere. */
export const reloadTemplates = () => {
  for (const reload of reloads) reload();
};

/** The templates read so far, and how to read on. Every list is read anew, for templates change on other pages. */
export function useTemplates(query: string) {
  const reading = useMemo(() => ({ query, id: ++lists }), [query]);
  const key = (index: number, before: TemplatePage | null) => {
    if (before && before.next === null) return null;
    return ["templates", reading, index === 0 ? null : (before?.next ?? null)] as const;
  };
  const list = useSWRInfinite<TemplatePage, Error>(
    key,
    ([, { query: q }, cursor]: readonly [string, typeof reading, string | null]) => listTemplates(q, cursor),
    { revalidateFirstPage: false, keepPreviousData: true },
  );
  const { data, size, setSize, mutate } = list;
  const last = data?.at(-1);
  // While a search runs, the list before it is shown; when it fails, that is not the answer.
  const isAnswer = data?.[0]?.query === query || !list.error;
  const more = useCallback(() => void setSize((now) => now + 1), [setSize]);
  const reload = useCallback(() => void mutate(), [mutate]);
  useEffect(() => {
    reloads.add(reload);
    return () => void reloads.delete(reload);
  }, [reload]);
  return {
    templates: isAnswer ? data?.flatMap((page) => page.templates) : undefined,
    error: list.error,
    isLoading: list.isLoading && data === undefined,
    isReading: list.isValidating && size > (data?.length ?? 0),
    more: last?.next ? more : null,
    reload,
  };
}
