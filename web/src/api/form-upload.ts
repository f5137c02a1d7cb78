import { NetworkError, toApiError } from "./problem";
import { bearer, refresh } from "./session";

export interface FormUpload {
  path: string;
  /** Made anew for each attempt: a form that was sent is used up. */
  form: () => FormData;
  signal?: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

interface Answer {
  status: number;
  statusText: string;
  body: unknown;
}

/** Sends a form with a file. XMLHttpRequest, because fetch tells nothing about how much has been sent. */
export async function sendForm<T>(upload: FormUpload): Promise<T> {
  const first = await attempt(upload, await bearer());
  if (first.status === 401 && (await refresh())) return read<T>(await attempt(upload, await bearer()));
  return read<T>(first);
}

function read<T>(answer: Answer): T {
  if (answer.status >= 200 && answer.status < 300) return answer.body as T;
  throw toApiError(answer.status, answer.statusText, answer.body);
}

function attempt({ path, form, signal, onProgress }: FormUpload, token: string | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", path);
    if (token) xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.setRequestHeader("Accept", "application/json");
    xhr.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    xhr.onerror = () => reject(new NetworkError());
    xhr.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    xhr.onload = () => resolve({ status: xhr.status, statusText: xhr.statusText, body: parse(xhr.responseText) });
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form());
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
