import { sendForm } from "./form-upload";
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

/** Uploads a CSV file. */
export function uploadImport({ newsletterId, file, mapping, mode, signal, onProgress }: ImportUpload): Promise<Import> {
  return sendForm<Import>({
    path: `/api/newsletters/${newsletterId}/subscribers/import`,
    form: () => {
      const form = new FormData();
      // The small parts come first, so that the server knows them before the file streams in.
      if (mapping) form.set("mapping", JSON.stringify(mapping));
      form.set("mode", mode);
      form.set("file", file, file.name);
      return form;
    },
    signal,
    onProgress: (sent, total) => onProgress(sent, total || file.size),
  });
}
