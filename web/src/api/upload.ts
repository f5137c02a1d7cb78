import type { Url } from "./client";
import { NetworkError, toApiError } from "./problem";
import type { AnswerOf, FormOf, PathOf } from "./schema";
import { bearer, refresh } from "./session";
import { say } from "./words";

interface Options {
  signal?: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

type Parts = Record<string, string | File | null | undefined>;

interface Answer {
  status: number;
  statusText: string;
  body: unknown;
}

/** The paths that take a form with a file. */
type FormPath = { [P in PathOf<"POST">]: [FormOf<P>] extends [never] ? never : P }[PathOf<"POST">];

/**
 * Sends a form with a file, its parts in the order they are given and without those that are null. By XMLHttpRequest,
 * because fetch tells nothing about how much has been sent.
 */
export function sendForm<P extends FormPath>(
  url: Url<P>,
  parts: FormOf<P>,
  options: Options,
): Promise<AnswerOf<"POST", P>>;
export async function sendForm(url: string, parts: Parts, options: Options): Promise<unknown> {
  const first = await attempt(url, parts, options, await bearer());
  if (first.status === 401 && (await refresh())) return contentOf(await attempt(url, parts, options, await bearer()));
  return contentOf(first);
}

function contentOf(answer: Answer): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw toApiError(answer.status, answer.statusText, answer.body);
}

/** Made anew for each attempt: a form that was sent is used up. */
function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof File) form.set(name, part, part.name);
    else if (typeof part === "string") form.set(name, part);
  }
  return form;
}

function attempt(url: string, parts: Parts, { signal, onProgress }: Options, token: string | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", url);
    if (token) xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.setRequestHeader("Accept", "application/json");
    xhr.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    xhr.onerror = () => reject(new NetworkError());
    xhr.onabort = () => reject(new DOMException(say.theUploadWasCancelled, "AbortError"));
    xhr.onload = () => resolve({ status: xhr.status, statusText: xhr.statusText, body: parse(xhr.responseText) });
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(formOf(parts));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
