import { NetworkError } from "@/api/problem";
import { bearer, refresh } from "@/api/session";
import type { Operation } from "./document";

export interface Outcome {
  status: number;
  statusText: string;
  /** From asking until the whole answer was here. */
  milliseconds: number;
  bytes: number;
  /** Headers that say something about the answer. */
  headers: [string, string][];
  /** JSON indented, anything else as it came. */
  text: string;
}

const TOLD = ["link", "x-total-count", "x-total-count-capped", "ratelimit", "retry-after"];

/** Only what reads, ends, and is text. */
export function canTry({ method, answers }: Operation): boolean {
  const type = answers.find(({ status }) => status.startsWith("2"))?.type;
  if (method !== "GET" || typeof type !== "string") return false;
  return /json$|^text\/(?!event-stream)|^message\//.test(type);
}

/** The address of a call with these values; empty query parameters are left out, and what is missing is named. */
export function addressOf(operation: Operation, values: Record<string, string>): string {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (all, name: string) => {
    const value = values[name]?.trim();
    return value ? encodeURIComponent(value) : all;
  });
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters) {
    const value = values[name]?.trim();
    if (place === "query" && value) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  const token = await bearer();
  try {
    return await fetch(path, { headers: token ? { Authorization: `Bearer ${token}` } : {}, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NetworkError();
  }
}

/** Asks with the session of the page. A refusal is an outcome too. */
export async function tryCall(path: string, signal: AbortSignal): Promise<Outcome> {
  let begun = performance.now();
  let response = await ask(path, signal);
  if (response.status === 401 && (await refresh())) {
    begun = performance.now();
    response = await ask(path, signal);
  }
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - begun),
    bytes: new TextEncoder().encode(text).length,
    headers: TOLD.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    text: pretty(text),
  };
}
