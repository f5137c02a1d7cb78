import { readPage, request, urlOf } from "./client";
import type { Answer } from "./schema";
import { sendForm } from "./upload";

export type Media = Answer<"Media">;

const LIST = "/api/media";

export const listMedia = (q: string, cursor?: string) => readPage(urlOf(LIST, { q, limit: 48, cursor }));
export const deleteMedia = (id: number | string) => request("DELETE", urlOf(`${LIST}/{media_id}`, { media_id: id }));
export const uploadMedia = (file: File, onProgress: (fraction: number) => void) =>
  sendForm(urlOf(LIST), { file }, { onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0) });
