// What a test asks of the API by itself, and how a part of the dashboard is looked at in both themes.

import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./installation.js";

export const ADA = { email: "ada@example.com", password: "correct horse battery" };

interface Row {
  id: number;
}

export interface Mail extends Row {
  to: string;
  subject: string;
  text: string | null;
  headers: { name: string; value: string }[];
}

/** Somebody with a session or an API key. */
export class Caller {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  ask(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** What comes back, where anything but success fails the test. */
  async call<T = Row>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.ask(method, path, body);
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
    return JSON.parse(text || "null");
  }

  async status(method: string, path: string, body?: unknown): Promise<number> {
    return (await this.ask(method, path, body)).status;
  }

  /** The mails of the built-in mailbox with this in their subject or recipient, newest first. */
  mails(q: string): Promise<Mail[]> {
    return this.call("GET", `/captured-mail?q=${encodeURIComponent(q)}`);
  }

  /** The newest of them, once there is one, as it is read. */
  async mail(q: string): Promise<Mail> {
    await expect.poll(async () => (await this.mails(q)).length, { message: `a mail: ${q}` }).toBeGreaterThan(0);
    const [newest] = await this.mails(q);
    return await this.call("GET", `/captured-mail/${newest?.id}`);
  }
}

async function session(url: string, path: string, body: unknown): Promise<Caller> {
  const { access_token: token } = await new Caller(url, "").call<{ access_token: string }>("POST", path, body);
  return new Caller(url, token);
}

/** The author of `signUp`, from another program. */
export const callAs = (url: string, { email, password } = ADA) => session(url, "/auth/sign-in", { email, password });

export const callAsNew = (url: string, who: { name: string; email: string; password: string }) =>
  session(url, "/auth/sign-up", who);

/** A newsletter with so many readers, made by the API. */
export async function makeNewsletter(author: Caller, name: string, readers: number): Promise<number> {
  const { id } = await author.call("POST", "/newsletters", { name, from_name: name, from_prefix: "hello" });
  for (let n = 1; n <= readers; n++)
    await author.call("POST", `/newsletters/${id}/subscribers`, { email: `reader${n}@example.net` });
  return id;
}

/** From now on the theme is that of the system, which `expectAccessibleInBoth` is. */
export async function followSystem(page: Page) {
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  await expect(page.getByRole("menu")).toBeHidden();
}

/** Nothing for axe to find and nothing wider than the window, light and dark. Ends dark. */
export async function expectAccessibleInBoth(page: Page, what: string) {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${scheme}\\b`));
    // A chart follows the window a frame later.
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wide, `${what}, ${scheme}: wider than the window`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what}, ${scheme}`);
    if (process.env.E2E_SHOTS) {
      const name = what.replaceAll(/\W+/g, "-");
      const size = page.viewportSize()?.width;
      const fullPage = (await page.getByRole("dialog").or(page.getByRole("alertdialog")).count()) === 0;
      await page.screenshot({ path: `${process.env.E2E_SHOTS}${name}-${scheme}-${size}.png`, fullPage });
    }
  }
}
