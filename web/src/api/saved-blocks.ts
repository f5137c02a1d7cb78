import { request, withQuery } from "./client";
import type { Id, Timestamp } from "./types";

/** A block that an author keeps for other mails. */
export type SavedBlock = { id: Id; name: string; block: unknown; created_at: Timestamp; updated_at: Timestamp };

const LIST = "/api/saved-blocks";
/** As many as an author may have. */
const MOST = 200;

const savedBlockPath = (id: Id | string) => `${LIST}/${id}`;

/** All of them, newest first. */
export const listSavedBlocks = () => request<SavedBlock[]>("GET", withQuery(LIST, { limit: MOST }));
export const addSavedBlock = (body: { name: string; block: unknown }, idempotencyKey: string) =>
  request<SavedBlock>("POST", LIST, { body, idempotencyKey });
export const updateSavedBlock = (id: Id | string, body: { name?: string; block?: unknown }) =>
  request<SavedBlock>("PUT", savedBlockPath(id), { body });
export const deleteSavedBlock = (id: Id | string) => request<void>("DELETE", savedBlockPath(id));
