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
  await page.waitForFunction(isHeard);
}

/** Whether a click reaches what it is meant for: the library keeps clicks from the page for a moment after a drop. */
function isHeard(): boolean {
  let heard = false;
  const target = document.createElement("i");
  target.addEventListener("click", () => {
    heard = true;
  });
  document.documentElement.append(target);
  // On the way down only, so that nothing of the page takes it for a click of the author.
  target.dispatchEvent(new MouseEvent("click"));
  target.remove();
  return heard;
}

export async function openBlank(page: Page, url: string) {
  await page.goto(`${url}/templates/new`);
  await expect(page.getByText("Start Building Your Email")).toBeVisible();
}

/** Saves, waits for the exact words, and gives the number of the newest template. */
export async function saved(page: Page) {
  await expect(page.getByText("Template saved successfully!")).toBeVisible();
  await page.getByRole("button", { name: "Done", exact: true }).click();
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

export interface Boxes {
  /** Top-level blocks of the mail. */
  blocks: number[][];
  /** What is seen in them, by its element. */
  parts: { name: string; box: number[] }[];
}

/**
 * Where everything of a mail is, from the corner of its content: on the canvas, or in the mail itself. Runs in the page.
 * Blocks that show nothing are left out, and what the canvas puts into empty columns to click on is folded.
 */
export function measureMail(where: "canvas" | "mail"): Boxes {
  const seen = "img, h1, h2, h3, h4, h5, h6, p, li, blockquote, pre, a, span, td[style*='border-top']";
  const content = document.querySelector(where === "canvas" ? '[role="tree"]' : "td.p > table");
  if (!content) throw new Error("no mail");
  const empty = where === "canvas" ? Array.from(document.querySelectorAll<HTMLElement>(".column-view.is-empty")) : [];
  for (const one of empty) one.style.display = "none";
  const origin = content.getBoundingClientRect();
  const boxOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left - origin.left, top - origin.top, width, height].map((px) => Math.round(px * 10) / 10);
  };
  const parts: Boxes["parts"] = [];
  const walk = (root: ParentNode) => {
    for (const element of root.children) {
      if (element.closest("[data-toolbar]")) continue;
      const box = boxOf(element);
      const inMail = where === "mail" || element.getRootNode() !== document;
      if (inMail && element.matches(seen) && (box[3] ?? 0) > 0) parts.push({ name: element.localName, box });
      walk(element.shadowRoot ?? element);
    }
  };
  walk(content);
  const rows = content.querySelectorAll(where === "canvas" ? ":scope > [data-block-id]" : ":scope > tbody > tr");
  const blocks = Array.from(rows, boxOf).filter(([, , , height]) => (height ?? 0) > 0);
  for (const one of empty) one.style.display = "";
  return { blocks, parts };
}
