import { type Page, request, requestPage, withQuery } from "./client";
import type { Answer, Id } from "./types";

/** A block that an author keeps for other mails. */
export type SavedBlock = Answer<"SavedBlock">;

const LIST = "/api/saved-blocks";
/** As many as an author may have. */
const MOST = 200;

const savedBlockPath = (id: Id | string) => `${LIST}/${id}`;

/** All of them, newest first: a page ends early where its blocks are large. */
export async function listSavedBlocks(): Promise<SavedBlock[]> {
  const all: SavedBlock[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<SavedBlock> = await requestPage<SavedBlock>(withQuery(LIST, { limit: MOST, cursor }));
    all.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}
export const addSavedBlock = (body: { name: string; block: unknown }, idempotencyKey: string) =>
  request<SavedBlock>("POST", LIST, { body, idempotencyKey });
export const updateSavedBlock = (id: Id | string, body: { name?: string; block?: unknown }) =>
  request<SavedBlock>("PUT", savedBlockPath(id), { body });
export const deleteSavedBlock = (id: Id | string) => request<void>("DELETE", savedBlockPath(id));
