// The template editor as a person with a mouse, or with a keyboard alone, works it.
import { expect, type Locator, type Page } from "@playwright/test";

export const tree = (page: Page) => page.getByRole("tree", { name: "Email" });
export const blocks = (page: Page) => tree(page).getByRole("treeitem");
export const block = (page: Page, name: RegExp) => tree(page).getByRole("treeitem", { name });
export const column = (page: Page, number: number) => tree(page).getByRole("group", { name: `Column ${number} of 2` });

async function centre(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags as a hand does: more than 8 px at first, then in steps. */
export async function drag(page: Page, from: Locator, to: Locator, down = 0) {
  const start = await centre(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 6, start.y + 12, { steps: 3 });
  const end = await centre(to);
  await page.mouse.move(end.x, end.y + down, { steps: 12 });
  await page.mouse.up();
}

export async function openBlank(page: Page, url: string) {
  await page.goto(`${url}/templates/new`);
  await expect(page.getByText("Start Building Your Email")).toBeVisible();
}

/** Saves, waits for the exact words, and gives the number of the newest template. */
export async function saved(page: Page) {
  await expect(page.getByText("Template saved successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/templates$/);
}

/** Talks to the API as the author who is signed in. */
export async function api(page: Page, url: string) {
  const answer = await page.request.post(`${url}/api/auth/sign-in`, {
    data: { email: "ada@example.com", password: "correct horse battery" },
  });
  const { access_token: token } = await answer.json();
  const headers = { Authorization: `Bearer ${token}` };
  return {
    headers,
    get: async (path: string) => await (await page.request.get(url + path, { headers })).json(),
    post: async (path: string, data: unknown) => await (await page.request.post(url + path, { headers, data })).json(),
    put: async (path: string, data: unknown) => await page.request.put(url + path, { headers, data }),
  };
}

/** Blocks without their ids, which are new each time. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "id")
      .map(([key, inner]) => [key, bare(inner)]),
  );
}
