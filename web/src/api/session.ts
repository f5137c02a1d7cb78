import { exclusively } from "@/lib/lock";
import { ApiError, NetworkError, toApiError } from "./problem";
import type { AuthConfig, Author, Session } from "./types";

/**
 * The signed-in session. The access token lives in memory only; the refresh cookie is HttpOnly and rotated by the
 * server at each use, so refreshing is single-flight in a tab and exclusive across tabs: two tabs presenting the
 * same cookie would look like a stolen one and end the session.
 */

const EARLY_MS = 60_000;
const LOCK = "letterpress-refresh";

interface Held {
  token: string;
  expiresAt: number;
}

let held: Held | null = null;
let author: Author | null = null;
let pending: Promise<Session | null> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("letterpress-session");

channel?.addEventListener("message", (event) => {
  if (event.data === "signed-out") drop();
  // Another tab may have signed in as someone else; the cookie now belongs to them.
  if (event.data === "signed-in" && held) void refresh();
});

async function post(path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new NetworkError();
  }
}

async function failure(response: Response): Promise<ApiError> {
  return toApiError(response.status, response.statusText, await response.json().catch(() => null));
}

function announce() {
  for (const listener of listeners) listener();
}

function accept(session: Session): Session {
  held = { token: session.access_token, expiresAt: Date.now() + session.expires_in * 1000 };
  author = session.author;
  clearTimeout(timer);
  timer = setTimeout(
    () => void refresh().catch(() => undefined),
    Math.max(5_000, session.expires_in * 1000 - EARLY_MS),
  );
  announce();
  return session;
}

function drop() {
  clearTimeout(timer);
  held = null;
  author = null;
  announce();
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentAuthor(): Author | null {
  return author;
}

export function rememberAuthor(next: Author) {
  author = next;
  announce();
}

export async function authConfig(): Promise<AuthConfig> {
  let response: Response;
  try {
    response = await fetch("/api/auth/config", { headers: { Accept: "application/json" } });
  } catch {
    throw new NetworkError();
  }
  if (!response.ok) throw await failure(response);
  return (await response.json()) as AuthConfig;
}

/** A new access token by the cookie; null when nobody is signed in. Fails only if the server can't be asked. */
export function refresh(): Promise<Session | null> {
  pending ??= exclusively(LOCK, async () => {
    const response = await post("/api/auth/refresh");
    if (response.ok) return accept((await response.json()) as Session);
    if (response.status >= 500 || response.status === 429) throw await failure(response);
    drop();
    return null;
  }).finally(() => {
    pending = null;
  });
  return pending;
}

async function enter(path: string, body: unknown): Promise<Session> {
  return exclusively(LOCK, async () => {
    const response = await post(path, body);
    if (!response.ok) throw await failure(response);
    const session = accept((await response.json()) as Session);
    channel?.postMessage("signed-in");
    return session;
  });
}

export const signIn = (email: string, password: string) => enter("/api/auth/sign-in", { email, password });
export const signUp = (email: string, password: string, name: string) =>
  enter("/api/auth/sign-up", { email, password, name });

export async function signOut(): Promise<void> {
  await exclusively(LOCK, async () => {
    const token = held?.token;
    await fetch("/api/auth/sign-out", {
      method: "POST",
      credentials: "same-origin",
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    }).catch(() => undefined);
  });
  drop();
  channel?.postMessage("signed-out");
}

/** The bearer for one request. If fetching it fails, the error is logged and no token is sent. */
export async function bearer(): Promise<string | null> {
  if (held && held.expiresAt - Date.now() > 5_000) return held.token;
  if (!held) return null;
  try {
    await refresh();
  } catch (error) {
    console.error("Failed to get the access token", error);
    return null;
  }
  return currentToken();
}

function currentToken(): string | null {
  return held?.token ?? null;
}

export { ApiError };
