// Sign-in at a real OpenID Connect provider: first time, renewed, through an outage, a changed address, signed out.
import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible } from "./installation.js";
import { CLIENT_ID, type Issuer, startIssuer } from "./issuer.js";
import { bearer, me, renew } from "./session.js";

const test = base.extend<{ issuer: Issuer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern.
  issuer: async ({}, use) => {
    const issuer = await startIssuer();
    issuer.people.set("ada", { email: "ada@example.com", name: "Ada Lovelace", groups: ["editors"] });
    issuer.people.set("ben", { email: "ben@example.com", name: "Ben", groups: [] });
    await use(issuer);
    await issuer.stop();
  },
  settings: async ({ issuer }, use) => {
    await use({
      LETTERPRESS_AUTH: "oidc",
      LETTERPRESS_OIDC_ISSUER: issuer.url,
      LETTERPRESS_OIDC_CLIENT_ID: CLIENT_ID,
      LETTERPRESS_OIDC_ADMIN_CLAIM: "groups=editors",
    });
  },
});

// The provider's own pages ask for a font and an icon.
test.use({ provoked: /fonts\.googleapis\.com|favicon\.ico/ });

async function signIn(page: Page, url: string, issuer: Issuer, login: string) {
  issuer.allow(url);
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).last().click();
  await expectAccessible(page, "the dialog");
  await page.getByRole("link", { name: /^Continue with 127\.0\.0\.1/ }).click();
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
}

const role = async (page: Page, url: string) => (await me(page, url, await bearer(page, url))).json();

test("whom the provider knows becomes an author, stays one through its outage, and signs out there too", async ({
  page,
  url,
  issuer,
}) => {
  await signIn(page, url, issuer, "ada");
  expect(await role(page, url)).toMatchObject({ email: "ada@example.com", name: "Ada Lovelace", role: "admin" });

  await test.step("an outage of the provider", async () => {
    await issuer.down();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Newsletters" }).first().click();
    await expect(page.getByRole("heading", { name: "Newsletters", level: 1 })).toBeVisible();
    await issuer.up();
  });

  await test.step("signed out here and at the provider", async () => {
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect(page.getByText("Please sign in to access the newsletter management dashboard.")).toBeVisible();
    expect((await renew(page, url)).status()).toBe(401);
  });
});

test("what the provider says later is followed", async ({ page, url, issuer }) => {
  await signIn(page, url, issuer, "ben");
  expect(await role(page, url)).toMatchObject({ email: "ben@example.com", role: "author" });
  issuer.people.set("ben", { email: "ben.miller@example.com", name: "Ben Miller", groups: ["editors"] });
  await page.context().clearCookies();
  await signIn(page, url, issuer, "ben");
  expect(await role(page, url)).toMatchObject({ email: "ben.miller@example.com", role: "admin" });
});
