import { useSyncExternalStore } from "react";
import { leaveFor } from "@/lib/leave";
import { exclusively } from "@/lib/lock";
import { rememberSignedIn } from "@/lib/signed-in";
import { ApiError, NetworkError } from "./problem";
import { contentOf, failureOf } from "./response";
import type { Answer, AnswerOf, BodyOf, PathOf } from "./schema";

/**
 * The signed-in session. The access token lives in memory only; the refresh cookie is HttpOnly and rotated by the
 * server at each use, so refreshing is single-flight in a tab and exclusive across tabs: two tabs presenting the
 * same cookie would look like a stolen one and end the session.
 */

export type Author = Answer<"Author">;
export type Session = Answer<"Session">;
export type AuthConfig = Answer<"AuthConfig">;

const EARLY_MS = 60_000;
/** How soon a renewal that got no answer is tried again. */
const RETRY_MS = 10_000;
const LOCK = "letterpress-refresh";

interface Held {
  token: string;
  expiresAt: number;
}

let held: Held | null = null;
let author: Author | null = null;
let pending: Promise<Session | null> | null = null;
/** Whether a hosted provider signs people in; known once the configuration was read. */
let hosted = false;
/** How the last session ended. */
let ending: "signed-out" | "expired" | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("letterpress-session");

channel?.addEventListener("message", (event) => {
  if (event.data === "signed-out") drop("signed-out");
  // Another tab may have signed in as someone else; the cookie now belongs to them.
  if (event.data === "signed-in" && (held || ending === "expired")) void refresh().catch(() => undefined);
});

type Post = PathOf<"POST">;

async function post<P extends Post>(path: P, body?: BodyOf<"POST", P>): Promise<Response> {
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

function announce() {
  for (const listener of listeners) listener();
}

function accept(session: Session): Session {
  held = { token: session.access_token, expiresAt: Date.now() + session.expires_in * 1000 };
  author = session.author;
  ending = null;
  rememberSignedIn(true);
  refreshIn(Math.max(5_000, session.expires_in * 1000 - EARLY_MS));
  announce();
  return session;
}

function refreshIn(ms: number) {
  clearTimeout(timer);
  timer = setTimeout(() => void refresh().catch(() => undefined), ms);
}

function drop(how: "signed-out" | "expired") {
  clearTimeout(timer);
  held = null;
  // Whose session ran out is still in front of their page, and goes on there once signed in again.
  if (how === "signed-out") author = null;
  ending = how;
  rememberSignedIn(false);
  announce();
}

/** Gives up waiting for the author to sign in again. */
export const leaveEnded = () => drop("signed-out");

/** After a session ran out: whether the same author signed in again. At once false where nobody is waited for. */
export function signedInAgain(): Promise<boolean> {
  const before = author?.id;
  if (held || ending !== "expired" || before === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      if (!held && ending === "expired") return;
      stop();
      resolve(held !== null && author?.id === before);
    });
  });
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whose page this is; also after the session ran out, until they leave it. */
export function currentAuthor(): Author | null {
  return author;
}

export const useAuthor = () => useSyncExternalStore(onSessionChange, currentAuthor);

/** How the last session ended; null while one lasts and before there was one. */
export const sessionEnding = () => ending;

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
  if (!response.ok) throw await failureOf(response);
  const config: AnswerOf<"GET", "/api/auth/config"> = await response.json();
  hosted = config.provider === "oidc";
  return config;
}

async function renew(): Promise<Session | null> {
  const response = await post("/api/auth/refresh");
  if (response.ok) return accept(await response.json());
  if (response.status >= 500 || response.status === 429) throw await failureOf(response);
  drop("expired");
  return null;
}

/**
 * A new access token by the cookie; null when nobody is signed in. Fails only if the server or the provider behind it
 * can't be asked: then the session stays, its token is used while it lives, and the renewal is tried again.
 */
export function refresh(): Promise<Session | null> {
  pending ??= exclusively(LOCK, renew)
    .catch((error: unknown) => {
      const asked = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 0;
      if (held) refreshIn(Math.max(RETRY_MS, asked));
      throw error;
    })
    .finally(() => {
      pending = null;
    });
  return pending;
}

const same = async (session: Session) => session;

/** A new account begins in the browser's time zone; should that fail, in UTC, as it would have anyway. */
async function inOwnZone(session: Session): Promise<Session> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (session.author.time_zone !== "UTC" || !time_zone || time_zone === "UTC") return session;
  const body: BodyOf<"PUT", "/api/settings"> = { account: { time_zone } };
  const response = await fetch("/api/settings", {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify(body),
  }).catch(() => null);
  return response?.ok ? { ...session, author: { ...session.author, time_zone } } : session;
}

/** The calls that begin a session. */
type Entrance = { [P in Post]: AnswerOf<"POST", P> extends Session ? P : never }[Post];

async function enter<P extends Entrance>(path: P, body: BodyOf<"POST", P>, prepare = same): Promise<Session> {
  return exclusively(LOCK, async () => {
    const response = await post(path, body);
    if (!response.ok) throw await failureOf(response);
    const session = accept(await prepare(await response.json()));
    channel?.postMessage("signed-in");
    return session;
  });
}

export const signIn = (email: string, password: string, code?: string) =>
  enter("/api/auth/sign-in", { email, password, code });
export const signUp = (email: string, password: string, name: string) =>
  enter("/api/auth/sign-up", { email, password, name }, inOwnZone);

/** The account wants a code besides the password, or another one than it got. */
export const wantsCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === "urn:letterpress:second-factor";

/** A call that needs nobody signed in. */
async function ask<P extends Post>(path: P, body?: BodyOf<"POST", P>): Promise<AnswerOf<"POST", P>> {
  const response = await post(path, body);
  if (!response.ok) throw await failureOf(response);
  return contentOf(response);
}

export const passkeyRequest = () => ask("/api/auth/passkey/options");
export const signInWithPasskey = (challenge_id: string, credential: unknown) =>
  enter("/api/auth/passkey", { challenge_id, credential });

export const askForReset = (email: string) => ask("/api/auth/password-reset", { email });

/** Ends every session of the account, also that of this browser's other tabs. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await ask("/api/auth/password-reset/confirm", { token, password });
  channel?.postMessage("signed-in");
}

export async function verifyEmail(token: string): Promise<string> {
  const { email } = await ask("/api/auth/verify-email", { token });
  // Tabs that show an address read it anew with their session.
  channel?.postMessage("signed-in");
  return email;
}

const before = new Set<() => Promise<void>>();

/** Called before the author signs out, while calls are still theirs. */
export const onSignOut = (task: () => Promise<void>) => before.add(task);

export async function signOut(): Promise<void> {
  if (held) await Promise.allSettled([...before].map((task) => task()));
  if (hosted && held) {
    drop("signed-out");
    channel?.postMessage("signed-out");
    // There the server ends the session, here and at the provider.
    leaveFor("/auth/sign-out");
    return;
  }
  await exclusively(LOCK, async () => {
    const token = held?.token;
    await fetch("/api/auth/sign-out", {
      method: "POST",
      credentials: "same-origin",
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    }).catch(() => undefined);
  });
  drop("signed-out");
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
    // Its last seconds may still do.
    return held.expiresAt > Date.now() ? held.token : null;
  }
  return currentToken();
}

function currentToken(): string | null {
  return held?.token ?? null;
}
