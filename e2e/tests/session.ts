// What a page's own session says, asked beside the page with its cookie.
import type { Page } from "@playwright/test";
import { expect } from "./installation.js";

/** The server may have closed the connection that was kept from the call before. */
const PATIENT = { maxRetries: 2 };

/** The answer to the page's session cookie: 200 with an access token, 401 when there is no session. */
export const renew = (page: Page, url: string) => page.request.post(`${url}/api/auth/refresh`, PATIENT);

/** An access token of the page's session. */
export async function bearer(page: Page, url: string): Promise<string> {
  const renewed = await renew(page, url);
  expect(renewed.status()).toBe(200);
  return (await renewed.json()).access_token;
}

/** The answer to who `token` belongs to. */
export const me = (page: Page, url: string, token: string) =>
  page.request.get(`${url}/api/me`, { ...PATIENT, headers: { Authorization: `Bearer ${token}` } });
