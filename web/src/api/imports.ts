import { download, request, urlOf } from "./client";
import { fetchAhead, type OptionsOf, useData } from "./hooks";
import type { Answer } from "./schema";
import { sendForm } from "./upload";

export type Import = Answer<"Import">;
/** What a word of a file says of the readers who have it. */
export type StatusAnswer = Import["status_map"][string];

const LIST = "/api/imports";
const ONE = `${LIST}/{import_id}` as const;

const latest = urlOf(LIST, { limit: 1 });
export const useLatestImports = () => useData(latest);
export const latestImportsAhead = () => fetchAhead(latest);
export const useImport = (id: number | null, options?: OptionsOf<typeof ONE>) =>
  useData(id === null ? null : urlOf(ONE, { import_id: id }), options);
export const cancelImport = (id: number) => request("POST", urlOf(`${ONE}/cancel`, { import_id: id }));
export const downloadImportErrors = (id: number) =>
  download(urlOf(`${ONE}/errors.csv`, { import_id: id }), "import-errors.csv");

export interface ImportUpload {
  newsletterId: number;
  file: File;
  /** Null to have the headers recognised by name. */
  mapping: Import["mapping"] | null;
  mode: Import["mode"];
  /** What words of the file mean that the server does not know. */
  answers: Record<string, StatusAnswer>;
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

/** Uploads a CSV file. */
export function uploadImport({ newsletterId: id, file, mapping, mode, answers, signal, onProgress }: ImportUpload) {
  return sendForm(
    urlOf("/api/newsletters/{newsletter_id}/subscribers/import", { newsletter_id: id }),
    // The small parts come first, so that the server knows them before the file streams in.
    {
      mapping: mapping ? JSON.stringify(mapping) : null,
      mode,
      status_map: Object.keys(answers).length > 0 ? JSON.stringify(answers) : null,
      file,
    },
    { signal, onProgress: (sent, total) => onProgress(sent, total || file.size) },
  );
}
