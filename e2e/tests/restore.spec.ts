// A backup of an installation that serves, restored beside it: nothing leaves the copy until an administrator says so.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ADA, callAs, callAsNew, expectAccessibleInBoth, followSystem, makeNewsletter } from "./author.js";
import { test as base, expect, run, type Server, serve, signUp, stop, withFolder } from "./installation.js";

const BEN = { name: "Ben Miller", email: "ben@example.com", password: "another horse battery" };
const READERS = 3;
const SUBJECT = "Written before the backup";

const test = base.extend<{ restore: () => Promise<Server> }>({
  /** A second installation made of a backup of the first one. */
  restore: async ({ folder }, use) => {
    await withFolder(async (second) => {
      const servers: Server[] = [];
      await use(async () => {
        const file = join(second, "letterpress.tar.gz");
        await run(folder, "backup", file);
        await run(second, "restore", file);
        const server = await serve(second);
        servers.push(server);
        return server;
      });
      for (const server of servers) await stop(server);
    });
  },
});

async function signIn(page: Page, url: string, { email, password }: typeof ADA) {
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).last().click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** The editor ends where the window ends, and the page itself does not scroll. Ends wide. */
async function expectToFill(page: Page, address: string, what: string) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(address);
    await expect(page.getByText("Start Building Your Email")).toBeVisible();
    if (what.startsWith("held")) await expect(banner(page)).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), `${what}: scrolls`)
      .toBe(0);
    const end = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().bottom);
    expect(end, `${what}, ${size.width}: its end`).toBeCloseTo(size.height, 0);
  }
}

const banner = (page: Page) => page.getByRole("region", { name: "Nothing is sent" });

test("a restored copy says on every page that it sends nothing, and sends once that is confirmed", async ({
  page,
  url,
  restore,
  browser,
}) => {
  await signUp(page, url);
  await callAsNew(url, BEN);
  const before = await callAs(url);
  const newsletter = await makeNewsletter(before, "The Slow Web", READERS);
  const text = { subject: SUBJECT, html_content: "<p>Take your time.</p>" };
  await before.call("POST", `/newsletters/${newsletter}/campaigns`, text);
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await expect(banner(page)).toBeHidden();

  const copy = await restore();
  // The browser keeps one set of cookies for all ports of a host, and these are the first installation's.
  await page.context().clearCookies();
  await signIn(page, copy.url, ADA);
  const ada = await callAs(copy.url);

  await test.step("the banner", async () => {
    await followSystem(page);
    await expect(banner(page)).toContainText("This installation was restored from a backup on");
    await expectAccessibleInBoth(page, "held overview");
    for (const path of ["settings", "subscribers", "templates/new", "no-such-page"]) {
      await page.goto(`${copy.url}/${path}`);
      await expect(banner(page)).toBeVisible();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessibleInBoth(page, "held page on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the editors fit the window below it", async () => {
    await expectToFill(page, `${copy.url}/templates/new`, "held template editor");
    const draft = `/newsletters/${newsletter}/campaigns`;
    const { id } = await ada.call("POST", draft, { subject: "Designed", html_content: "", blocks: [] });
    await expectToFill(page, `${copy.url}/campaigns/${newsletter}/${id}/design`, "held campaign editor");
    await ada.call("DELETE", `${draft}/${id}`);
  });

  await test.step("a campaign that waits", async () => {
    await page.goto(`${copy.url}/campaigns`);
    await page.getByRole("button", { name: "Send Campaign" }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByRole("progressbar", { name: /^Sending/ })).toHaveAttribute("aria-valuemax", `${READERS}`);
  });

  await test.step("another author reads whom to ask", async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, copy.url, BEN);
    await expect(banner(other)).toContainText("An administrator must confirm");
    await expect(other.getByRole("button", { name: "Let it send" })).toBeHidden();
    expect(await (await callAs(copy.url, BEN)).status("POST", "/installation/confirm-sending")).toBe(403);
    await context.close();
  });

  await test.step("an administrator thinks again, then confirms", async () => {
    await page.getByRole("button", { name: "Let it send" }).click();
    const dialog = page.getByRole("dialog", { name: "Send from this installation?" });
    await expect(dialog).toContainText("The old installation is switched off.");
    await expectAccessibleInBoth(page, "held dialog");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessibleInBoth(page, "held dialog on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Let it send" })).toBeFocused();
    expect(await ada.mails(SUBJECT), "mails while sending is held").toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "Start sending" }).press("Enter");
    await expect(page.getByText("Sending is on again")).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  await test.step("the campaign goes on by itself", async () => {
    await expect.poll(async () => (await ada.mails(SUBJECT)).length).toBe(READERS);
    const [campaign] = await ada.call<{ id: number }[]>("GET", `/newsletters/${newsletter}/campaigns`);
    const report = () => ada.call("GET", `/newsletters/${newsletter}/campaigns/${campaign?.id}/report`);
    await expect.poll(report).toMatchObject({ status: "sent", ledger: { intended: READERS, sent: READERS } });
    await page.getByRole("link", { name: "View Report" }).click();
    await expect(page.getByRole("link", { name: /^Sent/ }).first()).toContainText(`${READERS}`);
    await page.reload();
    await expect(page.getByText("Every subscriber is accounted for")).toBeVisible();
    await expect(banner(page)).toBeHidden();
    expect(await ada.call("GET", "/installation")).toMatchObject({ sending_held: false });
    expect(await before.mails(SUBJECT), "mails of the first installation").toEqual([]);
    await expectToFill(page, `${copy.url}/templates/new`, "template editor without the banner");
  });
});
