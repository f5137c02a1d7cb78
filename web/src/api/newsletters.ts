import { request, type Url, urlOf } from "./client";
import { fetchAhead, useData } from "./hooks";
import type { Answer, Body } from "./schema";

export type Newsletter = Answer<"Newsletter">;
export type Language = Answer<"Language">;
export type CreateNewsletter = Body<"CreateNewsletter">;
export type UpdateNewsletter = Body<"UpdateNewsletter">;

const LIST = "/api/newsletters";
const ONE = `${LIST}/{newsletter_id}` as const;

const all = urlOf(LIST, { limit: 1000 });
export const useNewsletters = () => useData(all);
export const newslettersAhead = () => fetchAhead(all);
/** The collection's address ends with a slash where something is added to it; the server takes both. */
const collection = (url: Url<typeof LIST>) => `${url}/` as Url<typeof LIST>;
export const createNewsletter = (body: CreateNewsletter, idempotencyKey: string) =>
  request("POST", collection(urlOf(LIST)), { body, idempotencyKey });
export const updateNewsletter = (newsletter_id: number, body: UpdateNewsletter) =>
  request("PUT", urlOf(ONE, { newsletter_id }), { body });
export const deleteNewsletter = (newsletter_id: number) => request("DELETE", urlOf(ONE, { newsletter_id }));
