import { useCallback, useMemo } from "react";
import useSWRInfinite from "swr/infinite";
import { nextCursor, request, send, withQuery } from "./client";
import { sendForm } from "./form-upload";
import type { components } from "./schema.gen";
import type { Id } from "./types";

type Schemas = components["schemas"];

export type Template = Schemas["Template"];
export type TemplateInput = Schemas["NewTemplate"];
export type TemplatePatch = Schemas["UpdateTemplate"];
export type TemplateSave = Schemas["TemplateSave"];
export type TemplateVersion = Schemas["TemplateVersion"];
export type Media = Schemas["Media"];

const LIST = "/api/templates";
const PAGE_SIZE = 24;

export const templatePath = (id: Id) => `${LIST}/${id}`;

export const createTemplate = (body: TemplateInput, idempotencyKey: string) =>
  request<Template>("POST", LIST, { body, idempotencyKey });
export const getTemplate = (id: Id) => request<Template>("GET", templatePath(id));
export const updateTemplate = (id: Id, body: TemplatePatch) => request<Template>("PUT", templatePath(id), { body });
export const deleteTemplate = (id: Id) => request<void>("DELETE", templatePath(id));
export const duplicateTemplate = (id: Id, idempotencyKey: string) =>
  request<Template>("POST", `${templatePath(id)}/duplicate`, { idempotencyKey });

export const listVersions = (id: Id) => request<TemplateSave[]>("GET", `${templatePath(id)}/versions?limit=50`);
export const getVersion = (id: Id, revision: number) =>
  request<TemplateVersion>("GET", `${templatePath(id)}/versions/${revision}`);
export const restoreVersion = (id: Id, revision: number, from: number) =>
  request<Template>("POST", `${templatePath(id)}/versions/${revision}/restore`, { body: { revision: from } });

export interface TemplatePage {
  /** What was asked for. */
  query: string;
  templates: Template[];
  next: string | null;
  total: number;
}

/** One page of the author's templates, newest first. */
export async function listTemplates(query: string, cursor?: string | null, limit = PAGE_SIZE): Promise<TemplatePage> {
  const response = await send("GET", withQuery(LIST, { q: query, limit, cursor }));
  const { templates } = (await response.json()) as { templates: Template[] };
  const total = Number(response.headers.get("X-Total-Count") ?? templates.length);
  return { query, templates, next: nextCursor(response.headers.get("Link")), total };
}

let lists = 0;

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
  return {
    templates: isAnswer ? data?.flatMap((page) => page.templates) : undefined,
    error: list.error,
    isLoading: list.isLoading && data === undefined,
    isReading: list.isValidating && size > (data?.length ?? 0),
    more: last?.next ? more : null,
    reload: useCallback(() => void mutate(), [mutate]),
  };
}

export async function listMedia(query: string, cursor?: string): Promise<{ items: Media[]; next: string | null }> {
  const response = await send("GET", withQuery("/api/media", { q: query, limit: 48, cursor }));
  return { items: (await response.json()) as Media[], next: nextCursor(response.headers.get("Link")) };
}

export const deleteMedia = (id: Id | string) => request<void>("DELETE", `/api/media/${id}`);

export function uploadMedia(file: File, onProgress: (fraction: number) => void): Promise<Media> {
  return sendForm<Media>({
    path: "/api/media",
    form: () => {
      const form = new FormData();
      form.set("file", file, file.name);
      return form;
    },
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
  });
}
