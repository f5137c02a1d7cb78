import type { ApiDocument, Content, Parameter, RawOperation, Schema } from "@/api/document";

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** EVENT is what the server posts to a receiver; the event's name stands for its path. */
export type Method = HttpMethod | "EVENT";

export interface Answer {
  status: string;
  description: string;
  type: string | null;
  schema: Schema | null;
  example?: unknown;
  headers: { name: string; description: string }[];
}

export interface Body {
  type: string;
  required: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body: Body | null;
  answers: Answer[];
  /** Needs no sign-in. */
  isPublic: boolean;
  /** Scopes of which an API key needs one; "session" where no key will do; empty where the document names none. */
  scopes: string[];
  /** Its list has pages that are followed by `Link`. */
  paged: boolean;
}

const methods: HttpMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function firstOf(content: Content | undefined): { type: string; schema: Schema; example?: unknown } | null {
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  return type === undefined ? null : { type, schema: media?.schema ?? {}, example: media?.example };
}

function answersOf(raw: RawOperation): Answer[] {
  // In an object's own order 2XX would come last.
  const all = Object.entries(raw.responses ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return all.map(([status, answer]) => {
    const content = firstOf(answer.content);
    return {
      status,
      description: answer.description ?? "",
      type: content?.type ?? null,
      schema: content?.schema ?? null,
      example: content?.example,
      headers: Object.entries(answer.headers ?? {}).map(([name, header]) => ({
        name,
        description: header.description ?? "",
      })),
    };
  });
}

function bodyOf(raw: RawOperation): Body | null {
  const content = firstOf(raw.requestBody?.content);
  return content && { ...content, required: raw.requestBody?.required ?? false };
}

function scopesOf(raw: RawOperation): string[] {
  const all = (raw.security ?? []).flatMap((way) =>
    Object.entries(way).flatMap(([scheme, scopes]) => (scheme === "session" ? ["session"] : scopes)),
  );
  return [...new Set(all)];
}

/** A header may be told twice, by the call and for all calls; its name has no case. */
function parametersOf(raw: RawOperation): Parameter[] {
  const all = new Map<string, Parameter>();
  for (const one of raw.parameters ?? []) {
    all.set(`${one.in} ${one.in === "header" ? one.name.toLowerCase() : one.name}`, one);
  }
  return [...all.values()];
}

/** A list has room for one sentence; what else a summary says goes before the description. */
function wordsOf(raw: RawOperation, path: string): { summary: string; description: string } {
  const all = (raw.summary ?? path).trim();
  const first = /^.+?[.:;](?=\s)/s.exec(all)?.[0] ?? all;
  const rest = all.slice(first.length).trim();
  return {
    summary: first.replace(/[.:;]$/, "").replaceAll("`", ""),
    description: [rest, raw.description ?? ""].filter(Boolean).join("\n\n"),
  };
}

function operationOf(path: string, method: Method, raw: RawOperation): Operation {
  const answers = answersOf(raw);
  return {
    id: raw.operationId ?? `${method.toLowerCase()}${path.replaceAll(/[^a-z0-9]+/gi, "_")}`,
    method,
    path,
    tag: raw.tags?.[0] ?? "",
    ...wordsOf(raw, path),
    parameters: parametersOf(raw),
    body: bodyOf(raw),
    answers,
    isPublic: raw.security?.every((way) => Object.keys(way).length === 0) ?? false,
    scopes: scopesOf(raw),
    paged: answers.some((answer) => answer.headers.some(({ name }) => name.toLowerCase() === "link")),
  };
}

function operationsAt(path: string, item: Record<string, RawOperation>, event: boolean): Operation[] {
  return methods.flatMap((method) => {
    const raw = item[method.toLowerCase()];
    return raw ? [operationOf(path, event ? "EVENT" : method, raw)] : [];
  });
}

/** Every call and event, in the document's order. */
export function operationsOf({ paths, webhooks }: ApiDocument): Operation[] {
  return [
    ...Object.entries(paths).flatMap(([path, item]) => operationsAt(path, item, false)),
    ...Object.entries(webhooks ?? {}).flatMap(([event, item]) => operationsAt(event, item, true)),
  ];
}

export interface Group {
  tag: string;
  description: string;
  operations: Operation[];
}

/** Calls by their tag, tags in the document's order; only those that hold every word of the filter. */
export function byTag(operations: Operation[], tags: ApiDocument["tags"], filter: string): Group[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ method, path, summary, tag, id }: Operation) => {
    const text = `${method} ${path} ${summary} ${tag} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const fitting = operations.filter(fits);
  return (tags ?? [])
    .map(({ name, description = "" }) => ({
      tag: name,
      description,
      operations: fitting.filter(({ tag }) => tag === name),
    }))
    .filter((group) => group.operations.length > 0);
}
