import { saveBlob } from "@/lib/files";
import { NetworkError, toApiError } from "./problem";
import { bearer, refresh, signedInAgain } from "./session";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface RequestOptions {
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** It is finished also when the page goes. */
  keepalive?: boolean;
}

async function once(method: Method, path: string, options: RequestOptions, accept: string): Promise<Response> {
  const token = await bearer();
  const headers: Record<string, string> = { "Content-Type": "application/json", Accept: accept };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  try {
    return await fetch(path, {
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
  path: string,
  options: RequestOptions = {},
  accept = "application/json",
): Promise<Response> {
  let response = await once(method, path, options, accept);
  // A call of a session that ran out goes on when its author has signed in again.
  if (response.status === 401 && ((await refresh()) || (await signedInAgain())))
    response = await once(method, path, options, accept);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw toApiError(response.status, response.statusText, body, response.headers.get("Retry-After"));
}

export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  // 204 has no body, and neither need 202 have one.
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

export interface Page<T> {
  rows: T[];
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

export async function requestPage<T>(path: string): Promise<Page<T>> {
  const response = await send("GET", path);
  const rows = (await response.json()) as T[];
  const total = Number(response.headers.get("X-Total-Count"));
  return {
    rows,
    total: Number.isFinite(total) && response.headers.has("X-Total-Count") ? total : rows.length,
    capped: response.headers.get("X-Total-Count-Capped") === "true",
    next: nextCursor(response.headers.get("Link")),
  };
}

export type Query = Record<string, string | number | null | undefined>;

export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** Saves an authenticated download under the given name. */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await send("GET", path, {}, "*/*");
  saveBlob(fileName, await response.blob());
}
