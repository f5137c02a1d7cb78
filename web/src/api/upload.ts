import { sendForm } from "./form-upload";
import type { Import, StatusAnswer } from "./types";

export interface ImportUpload {
  newsletterId: number;
  file: File;
  /** Null to have the headers recognised by name. */
  mapping: Record<string, string | null> | null;
  mode: "update" | "add";
  /** What words of the file mean that the server does not know. */
  answers: Record<string, StatusAnswer>;
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

/** Uploads a CSV file. */
export function uploadImport({
  newsletterId,
  file,
  mapping,
  mode,
  answers,
  signal,
  onProgress,
}: ImportUpload): Promise<Import> {
  return sendForm<Import>({
    path: `/api/newsletters/${newsletterId}/subscribers/import`,
    form: () => {
      const form = new FormData();
      // The small parts come first, so that the server knows them before the file streams in.
      if (mapping) form.set("mapping", JSON.stringify(mapping));
      form.set("mode", mode);
      if (Object.keys(answers).length > 0) form.set("status_map", JSON.stringify(answers));
      form.set("file", file, file.name);
      return form;
    },
    signal,
    onProgress: (sent, total) => onProgress(sent, total || file.size),
  });
}
