import { request, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer, Body } from "./schema";

export type Scope = Answer<"Scope">;
export type ApiKey = Answer<"ApiKey">;
/** Right after it was made or regenerated, and never again. */
export type NewApiKey = Answer<"NewApiKey">;
export type CreateApiKey = Body<"CreateApiKey">;

const ONE = "/api/api-keys/{api_key_id}";

export const useApiKeys = () => useData(urlOf("/api/api-keys", { limit: 1000 }));
export const createApiKey = (body: CreateApiKey, idempotencyKey: string) =>
  request("POST", urlOf("/api/api-keys"), { body, idempotencyKey });
export const updateApiKey = (id: number, body: Body<"UpdateApiKey">) =>
  request("PUT", urlOf(ONE, { api_key_id: id }), { body });
export const regenerateApiKey = (id: number) => request("POST", urlOf(`${ONE}/regenerate`, { api_key_id: id }));
export const deleteApiKey = (id: number) => request("DELETE", urlOf(ONE, { api_key_id: id }));
