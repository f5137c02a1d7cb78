import { request, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer, Body } from "./schema";

export type Newsletter = Answer<"Newsletter">;
export type CreateNewsletter = Body<"CreateNewsletter">;
export type UpdateNewsletter = Body<"UpdateNewsletter">;

const LIST = "/api/newsletters";
const ONE = `${LIST}/{newsletter_id}` as const;

export const useNewsletters = () => useData(urlOf(LIST, { limit: 1000 }));
export const createNewsletter = (body: CreateNewsletter, idempotencyKey: string) =>
  request("POST", urlOf(LIST), { body, idempotencyKey });
export const updateNewsletter = (newsletter_id: number, body: UpdateNewsletter) =>
  request("PUT", urlOf(ONE, { newsletter_id }), { body });
export const deleteNewsletter = (newsletter_id: number) => request("DELETE", urlOf(ONE, { newsletter_id }));
