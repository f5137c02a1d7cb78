import { NetworkError, toApiError } from "./problem";
import { bearer, refresh } from "./session";
import type { Import } from "./types";

export interface ImportUpload {
  newsletterId: number;
  file: File;
  /** Null to have the headers recognised by name. */
  mapping: Record<string, string | null> | null;
  mode: "update" | "add";
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

/** Uploads a CSV file. XMLHttpRequest, because fetch tells nothing about how much has been sent. */
export async function uploadImport(upload: ImportUpload): Promise<Import> {
  const first = await attempt(upload, await bearer());
  if (first.status === 401 && (await refresh())) return read(await attempt(upload, await bearer()));
  return read(first);
}

interface Answer {
  status: number;
  statusText: string;
  body: unknown;
}

function read(answer: Answer): Import {
  if (answer.status >= 200 && answer.status < 300) return answer.body as Import;
  throw toApiError(answer.status, answer.statusText, answer.body);
}

function attempt(upload: ImportUpload, token: string | null): Promise<Answer> {
  const form = new FormData();
  // The small parts come first, so that the server knows them before the file streams in.
  if (upload.mapping) form.set("mapping", JSON.stringify(upload.mapping));
  form.set("mode", upload.mode);
  form.set("file", upload.file, upload.file.name);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", `/api/newsletters/${upload.newsletterId}/subscribers/import`);
    if (token) xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.setRequestHeader("Accept", "application/json");
    xhr.upload.onprogress = (event) => upload.onProgress(event.loaded, event.total || upload.file.size);
    xhr.onerror = () => reject(new NetworkError());
    xhr.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    xhr.onload = () => resolve({ status: xhr.status, statusText: xhr.statusText, body: parse(xhr.responseText) });
    upload.signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
