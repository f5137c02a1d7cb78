import { ApiError, isStatus, messageOf } from "@/api/problem";
import {
  addSavedBlock,
  deleteSavedBlock,
  listSavedBlocks,
  type SavedBlock as Stored,
  updateSavedBlock,
} from "@/api/saved-blocks";
import { Refused, type SavedBlock, type SavedBlocksHost } from "@/editor/host";
import { parseBlocks } from "@/email";

/** Nothing for what this version cannot read. */
function blockOf({ id, name, block }: Stored): SavedBlock | null {
  const [sound] = parseBlocks(block).blocks;
  return sound ? { id: String(id), name, block: sound } : null;
}

/** The server's own sentences. Whether it did anything is known only if it refused, and not for the time being. */
function told(error: unknown): Error {
  const sentence =
    error instanceof ApiError && error.errors.length > 0
      ? error.errors.map(({ message }) => message).join(" ")
      : messageOf(error);
  const isFinal = error instanceof ApiError && error.status < 500 && error.retryAfter === null;
  return isFinal ? new Refused(sentence) : new Error(sentence);
}

async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw told(error);
  }
}

/** The author's saved blocks on the server, for the editor. */
export const savedBlocks: SavedBlocksHost = {
  list: () => asking(async () => (await listSavedBlocks()).map(blockOf).filter((one) => one !== null)),
  add: (name, block, key) =>
    asking(async () => {
      const { id, name: given } = await addSavedBlock({ name, block }, key);
      return { id: String(id), name: given };
    }),
  rename: (id, name) => asking(async () => void (await updateSavedBlock(id, { name }))),
  remove: (id) =>
    asking(async () => {
      try {
        await deleteSavedBlock(id);
      } catch (error) {
        // Another tab was first.
        if (!isStatus(error, 404)) throw error;
      }
    }),
};
