// Sign-in at a real Keycloak that is set up as the guide says: first time, past its token's end, signed out, again, changed.
import type { Page } from "@playwright/test";
import { notRun } from "../not-run.mjs";
import { test as base, expect } from "./installation.js";
import { bringKeycloak, type Keycloak, type Person, type Realm, startKeycloak } from "./keycloak.js";
import { bearer, me, renew } from "./session.js";

/** A minute of download and a minute of building, where both take ten times as long as usual. */
const BRING_MS = 1_200_000;
/** Seconds. Letterpress takes a token for 30 more: clocks differ. */
const LIFETIME = 10;

const ADA: Person = {
  login: "ada",
  password: "correct horse battery",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
};

const test = base.extend<{ realm: Realm }, { keycloak: Keycloak | string }>({
  /** Or why there is none. */
  keycloak: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern.
    async ({}, use) => {
      const brought = await bringKeycloak().catch((error: Error) => error);
      if (brought instanceof Error) {
        await use(brought.message);
        return;
      }
      const keycloak = await startKeycloak(brought);
      await use(keycloak);
      await keycloak.stop();
    },
    { scope: "worker", timeout: BRING_MS },
  ],
  realm: async ({ keycloak }, use, testInfo) => {
    if (typeof keycloak === "string") {
      if (notRun("e2e/Keycloak", keycloak)) throw new Error(keycloak);
      testInfo.skip(true, keycloak);
      return;
    }
    await use(await keycloak.realm(`company-${testInfo.testId}`, LIFETIME));
  },
  settings: async ({ realm }, use) => {
    await use(realm.settings);
  },
});

const overview = (page: Page) => page.getByRole("heading", { name: "Overview", level: 1 });

/** Up to Keycloak's own form. */
async function askToSignIn(page: Page, realm: Realm) {
  await page.getByRole("button", { name: "Sign in" }).last().click();
  await page.getByRole("link", { name: /^Continue with localhost/ }).click();
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  expect(page.url().startsWith(realm.issuer)).toBe(true);
}

async function fillIn(page: Page, person: Person) {
  await page.getByLabel("Username or email").fill(person.login);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(overview(page)).toBeVisible();
}

test("a Keycloak set up by the guide signs in, renews, signs out and asks again", async ({ page, url, realm }) => {
  await realm.add(ADA);
  await realm.promote(ADA.login);
  await realm.allow(url);

  await test.step("the first sign-in makes an author, whose role is the claim's", async () => {
    await page.goto(url);
    await askToSignIn(page, realm);
    await fillIn(page, ADA);
    const known = await me(page, url, await bearer(page, url));
    expect(await known.json()).toMatchObject({ email: ADA.email, name: "Ada Lovelace", role: "admin" });
  });

  await test.step("the session goes on past the end of Keycloak's token", async () => {
    // Nobody renews it meanwhile.
    await page.goto("about:blank");
    const token = await bearer(page, url);
    expect((await me(page, url, token)).status()).toBe(200);
    await expect
      .poll(async () => (await me(page, url, token)).status(), { timeout: 90_000, intervals: [1_000] })
      .toBe(401);
    await page.goto(url);
    await expect(overview(page)).toBeVisible();
    await page.reload();
    await expect(overview(page)).toBeVisible();
  });

  await test.step("signed out here and at Keycloak, which sends back", async () => {
    const signsOut = `${realm.issuer}/protocol/openid-connect/logout`;
    const atKeycloak = page.waitForResponse((response) => response.url().startsWith(signsOut));
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    const answer = await atKeycloak;
    expect({ status: answer.status(), to: answer.headers().location }).toEqual({ status: 302, to: `${url}/` });
    await expect(page.getByText("Please sign in to access the newsletter management dashboard.")).toBeVisible();
    expect((await renew(page, url)).status()).toBe(401);
  });

  await test.step("signing in again asks for the password again", async () => {
    await askToSignIn(page, realm);
    await fillIn(page, ADA);
  });
});

test("what changes at Keycloak is followed at the next sign-in", async ({ page, url, realm }) => {
  await realm.add(ADA);
  await realm.allow(url);
  await page.goto(url);
  await askToSignIn(page, realm);
  await fillIn(page, ADA);
  const before = await (await me(page, url, await bearer(page, url))).json();
  expect(before).toMatchObject({ email: ADA.email, role: "author" });

  await realm.promote(ADA.login);
  await realm.move(ADA.login, "ada.king@example.com");
  // Nobody renews the session while its cookie goes.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(url);
  await askToSignIn(page, realm);
  await fillIn(page, ADA);
  const after = await (await me(page, url, await bearer(page, url))).json();
  expect(after).toMatchObject({ id: before.id, email: "ada.king@example.com", role: "admin" });
});
