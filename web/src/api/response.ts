import { type ApiError, toApiError } from "./problem";

/** The JSON of an answer; undefined where it has none, as with 204 and some 202. */
export async function contentOf(response: Response) {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

/** What an answer that is not OK says went wrong. */
export async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return toApiError(response.status, response.statusText, body, response.headers.get("Retry-After"));
}
