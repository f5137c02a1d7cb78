import { problemOf, retryAfterOf } from "./problem.js";
import type { Answer, CallOptions, Method, PathOf, Rest, Row } from "./types.js";

export interface ClientOptions {
  /** Where Letterpress answers, such as `https://news.example.org`. */
  baseUrl: string;
  /** An API key, or an access token of the sign-in provider. Only public calls do without. */
  apiKey?: string | undefined;
  /** How often a call is made again after a broken connection, 429 or 503. Default 2. */
  retries?: number;
  /** Milliseconds before the first of them where the server names no time; doubled each time. Default 300. */
  backoff?: number;
  /** Instead of the platform's. */
  fetch?: typeof fetch;
}

/** The API of one installation, as one author. Calls that are refused throw a `LetterpressError`. */
export interface Client {
  get<P extends PathOf<"get">>(path: P, ...rest: Rest<"get", P>): Promise<Answer<"get", P>>;
  post<P extends PathOf<"post">>(path: P, ...rest: Rest<"post", P>): Promise<Answer<"post", P>>;
  put<P extends PathOf<"put">>(path: P, ...rest: Rest<"put", P>): Promise<Answer<"put", P>>;
  delete<P extends PathOf<"delete">>(path: P, ...rest: Rest<"delete", P>): Promise<Answer<"delete", P>>;
  /** A list page by page, to its end. */
  pages<P extends PathOf<"get">>(path: P, ...rest: Rest<"get", P>): AsyncGenerator<Answer<"get", P>, void>;
  /** A list row by row, to its end. */
  all<P extends PathOf<"get">>(path: P, ...rest: Rest<"get", P>): AsyncGenerator<Row<Answer<"get", P>>, void>;
  /** Any call as it is: for streams and downloads. The path may carry a query; refusals are answers like others. */
  raw(path: string, init?: RequestInit): Promise<Response>;
}

/** What the typed options look like to the code that sends them. */
interface Given extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Call {
  url: URL;
  init: RequestInit;
}

function fill(path: string, values: Record<string, unknown> = {}): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`"${name}" is missing for ${path}`);
    return encodeURIComponent(String(value));
  });
}

function prepare(base: URL, method: Method, path: string, given: Given): Call {
  const url = new URL(base.pathname.replace(/\/$/, "") + fill(path, given.path), base);
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const headers = new Headers();
  const isForm = given.body instanceof FormData;
  if (given.body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  if (method === "post") headers.set("Idempotency-Key", given.idempotencyKey ?? crypto.randomUUID());
  const body = isForm ? (given.body as FormData) : given.body === undefined ? null : JSON.stringify(given.body);
  return {
    url,
    init: { method: method.toUpperCase(), headers, body, signal: given.signal ?? null },
  };
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

const passing = (status: number) => status === 429 || status === 503;

/** One sender per client: adds the key, and tries again what may be tried again. */
function sender({ apiKey, retries = 2, backoff = 300, ...options }: ClientOptions) {
  const ask = options.fetch ?? fetch;
  const once = (url: URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (apiKey) headers.set("Authorization", `Bearer ${apiKey}`);
    return ask(url, { ...init, headers });
  };
  const often = async ({ url, init }: Call): Promise<Response> => {
    for (let turn = 0; ; turn += 1) {
      const last = turn >= retries;
      let wait = backoff * 2 ** turn;
      try {
        const response = await once(url, init);
        if (!passing(response.status) || last) return response;
        const told = retryAfterOf(response.headers);
        if (told !== null) wait = told * 1000;
        await response.body?.cancel();
      } catch (error) {
        if (last || init.signal?.aborted) throw error;
      }
      await pause(wait, init.signal);
    }
  };
  return { once, often };
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return undefined;
  const isJson = /[/+]json\b/.test(response.headers.get("Content-Type") ?? "");
  return isJson ? await response.json() : await response.text();
}

/** The address of the page after this one, from a Link header (RFC 8288). */
export function nextPage(link: string | null): string | null {
  for (const [, target = "", parameters = ""] of (link ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?(?:[^"]*\s)?next\b/i.test(parameters)) return target;
  }
  return null;
}

function rowsOf(page: unknown): unknown[] {
  if (Array.isArray(page)) return page;
  const list = typeof page === "object" && page !== null ? Object.values(page).find(Array.isArray) : undefined;
  if (list === undefined) throw new TypeError("This call does not answer a list.");
  return list;
}

/** A client for the installation at `baseUrl`. */
export function createClient(options: ClientOptions): Client {
  const base = new URL(options.baseUrl);
  const { once, often } = sender(options);
  const call =
    (method: Method) =>
    async (path: string, given: Given = {}): Promise<unknown> =>
      read(await often(prepare(base, method, path, given)));

  async function* pages(path: string, given: Given = {}): AsyncGenerator<unknown, void> {
    let next: Call | null = prepare(base, "get", path, given);
    while (next) {
      const response: Response = await often(next);
      yield await read(response);
      const target = nextPage(response.headers.get("Link"));
      const url: URL | null = target === null ? null : new URL(target, next.url);
      // The key goes nowhere else, whatever an answer says.
      if (url && url.origin !== base.origin) throw new TypeError(`The next page is at another server: ${url.origin}`);
      next = url && { ...next, url };
    }
  }
  async function* all(path: string, given: Given = {}): AsyncGenerator<unknown, void> {
    for await (const page of pages(path, given)) yield* rowsOf(page);
  }

  const client = {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    delete: call("delete"),
    pages,
    all,
    raw: (path: string, init: RequestInit = {}) => once(new URL(base.pathname.replace(/\/$/, "") + path, base), init),
  };
  // The types are those of the API's document; what runs is one function per method.
  return client as unknown as Client;
}
