import { saveBlob } from "@/lib/files";
import { NetworkError } from "./problem";
import { contentOf, failureOf } from "./response";
import type { AnswerOf, BodyOf, Method, Path, PathOf, ValuesOf } from "./schema";
import { bearer, refresh, signedInAgain } from "./session";

declare const path: unique symbol;

/** The address of a call, which knows the path it was made from and so what the call takes and answers. */
export type Url<P extends Path = Path> = string & { readonly [path]: P };

/** Fills the places of a path; values that have none become its query, and empty ones are left out. */
export function urlOf<P extends Path>(
  path: P,
  ...values: Record<never, never> extends ValuesOf<P> ? [values?: ValuesOf<P>] : [values: ValuesOf<P>]
): Url<P>;
export function urlOf(path: string, values: Record<string, unknown> = {}): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(values)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

interface Options {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** It is finished also when the page goes. */
  keepalive?: boolean;
}

interface Sent extends Options {
  body?: unknown;
}

async function once(method: Method, url: string, options: Sent, accept: string): Promise<Response> {
  const token = await bearer();
  const headers: Record<string, string> = { "Content-Type": "application/json", Accept: accept };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  try {
    return await fetch(url, {
      method,
      headers,
      signal: options.signal,
      ...(options.keepalive ? { keepalive: true } : {}),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError();
  }
}

/** One call with the bearer; a 401 is answered by one refresh, or a new sign-in, and one more try. Throws ApiError when not OK. */
export async function send(
  method: Method,
  url: string,
  options: Sent = {},
  accept = "application/json",
): Promise<Response> {
  let response = await once(method, url, options, accept);
  // A call of a session that ran out goes on when its author has signed in again.
  if (response.status === 401 && ((await refresh()) || (await signedInAgain())))
    response = await once(method, url, options, accept);
  if (response.ok) return response;
  throw await failureOf(response);
}

type OptionsOf<M extends Method, P extends Path> = [BodyOf<M, P>] extends [never]
  ? [options?: Options]
  : [options: Options & { body: BodyOf<M, P> }];

/** A call with JSON in and out: what it takes and what it answers follow from its method and address. */
export function request<M extends Method, P extends PathOf<M>>(
  method: M,
  url: Url<P>,
  ...options: OptionsOf<M, P>
): Promise<AnswerOf<M, P>>;
export async function request(method: Method, url: string, options?: Sent): Promise<unknown> {
  return contentOf(await send(method, url, options));
}

/** An answer with its headers. */
export async function readWhole<P extends PathOf<"GET">>(
  url: Url<P>,
): Promise<{ answer: AnswerOf<"GET", P>; headers: Headers }> {
  const response = await send("GET", url);
  return { answer: await contentOf(response), headers: response.headers };
}

export async function read<P extends PathOf<"GET">>(url: Url<P>): Promise<AnswerOf<"GET", P>> {
  return (await readWhole(url)).answer;
}

/** The paths of lists that are read in pages, and what such a list holds. */
export type ListPath = { [P in PathOf<"GET">]: AnswerOf<"GET", P> extends unknown[] ? P : never }[PathOf<"GET">];
export type RowOf<P extends ListPath> = AnswerOf<"GET", P> extends (infer Row)[] ? Row : never;

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** The total is a lower bound: the server stopped counting. */
  capped: boolean;
  next: string | null;
}

export function nextCursor(link: string | null): string | null {
  for (const part of (link ?? "").split(",")) {
    const match = /<([^>]*)>\s*;\s*rel="?next"?/.exec(part);
    if (match?.[1]) return new URL(match[1], "http://local").searchParams.get("cursor");
  }
  return null;
}

export async function readPage<P extends ListPath>(url: Url<P>): Promise<Page<RowOf<P>>> {
  const response = await send("GET", url);
  const rows: RowOf<P>[] = await response.json();
  const total = Number(response.headers.get("X-Total-Count"));
  return {
    rows,
    total: Number.isFinite(total) && response.headers.has("X-Total-Count") ? total : rows.length,
    capped: response.headers.get("X-Total-Count-Capped") === "true",
    next: nextCursor(response.headers.get("Link")),
  };
}

/** Saves an authenticated download under the given name. */
export async function download(url: Url<PathOf<"GET">>, fileName: string): Promise<void> {
  const response = await send("GET", url, {}, "*/*");
  saveBlob(fileName, await response.blob());
}
