import { saveBlob } from "@/lib/files";
import { request, send, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

/** What the deletion of an account loses. */
export type Holdings = Answer<"Holdings">;

const ME = "/api/me";

export const useMe = () => useData(urlOf(ME));
/** The address stays as it is until the link that this sends is followed. */
export const changeEmail = (email: string, password: string) =>
  request("POST", urlOf(`${ME}/email`), { body: { email, password } });
export const sendVerification = () => request("POST", urlOf(`${ME}/verify-email`));

/** Counted anew each time it is asked for. */
export const useHoldings = () => useData(urlOf(`${ME}/holdings`), { dedupingInterval: 0 });
/** The password, and a code of two-factor authentication, where the accounts are our own. */
export const deleteAccount = (email: string, proof: { password?: string; code?: string }) =>
  request("DELETE", urlOf(ME), { body: { confirm: email, ...proof } });

/** Pieces are put together while they come, so that the browser can keep them outside its memory. */
const PIECE = 8 * 1024 * 1024;

/** Downloads everything the account holds. The server makes it while it sends, so only what came so far is known. */
export async function downloadExport(onBytes: (received: number) => void, signal: AbortSignal): Promise<void> {
  const response = await send("GET", urlOf(`${ME}/export`), { signal }, "application/zip");
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let held = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    waiting.push(part.value);
    received += part.value.byteLength;
    held += part.value.byteLength;
    if (held >= PIECE) {
      pieces.push(new Blob(waiting));
      waiting = [];
      held = 0;
    }
    onBytes(received);
  }
  saveBlob("letterpress-export.zip", new Blob([...pieces, ...waiting], { type: "application/zip" }));
}
