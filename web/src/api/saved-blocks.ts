import { type Page, readPage, request, urlOf } from "./client";
import type { Answer, Body } from "./schema";

/** A block that an author keeps for other mails. */
export type SavedBlock = Answer<"SavedBlock">;

const LIST = "/api/saved-blocks";
const ONE = `${LIST}/{saved_block_id}` as const;
/** As many as an author may have. */
const MOST = 200;

/** All of them, newest first: a page ends early where its blocks are large. */
export async function listSavedBlocks(): Promise<SavedBlock[]> {
  const all: SavedBlock[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<SavedBlock> = await readPage(urlOf(LIST, { limit: MOST, cursor }));
    all.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}
export const addSavedBlock = (body: Body<"NewSavedBlock">, idempotencyKey: string) =>
  request("POST", urlOf(LIST), { body, idempotencyKey });
export const updateSavedBlock = (id: number | string, body: Body<"UpdateSavedBlock">) =>
  request("PUT", urlOf(ONE, { saved_block_id: id }), { body });
export const deleteSavedBlock = (id: number | string) => request("DELETE", urlOf(ONE, { saved_block_id: id }));
