// What keeps an account its author's: the confirmed address, a new password by mail, an authenticator app, a passkey,
// the list of sessions, and the log of all that.
import type { Browser, Page } from "@playwright/test";
import { addAuthenticator, codeOf, mailedLink, namedSettings, wrongCodeOf } from "./authenticator.js";
import { ADA, Caller, expectAccessibleInBoth, followSystem } from "./author.js";
import { test as base, expect, signUpByForm } from "./installation.js";

const NEW_PASSWORD = "staple battery horse";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PROMPT = "Please sign in to access the newsletter management dashboard.";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern.
  settings: async ({}, use) => {
    await use(await namedSettings());
  },
});

// Wrong passwords, codes, passkeys and sessions that ended are answered 401; a spent link 422.
test.use({ provoked: /status of (401|422)/ });

/** Does what opens a session in the page, and answers a caller with this very session. */
async function opened(page: Page, url: string, act: () => Promise<unknown>): Promise<Caller> {
  const answer = page.waitForResponse((one) => /\/api\/auth\/(sign-up|sign-in|passkey)$/.test(one.url()) && one.ok());
  await act();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const { access_token: token } = await (await answer).json();
  return new Caller(url, token);
}

/** A new author, whose page follows the system's theme. */
async function begin(page: Page, url: string): Promise<Caller> {
  const author = await opened(page, url, () => signUpByForm(page, url));
  await followSystem(page);
  return author;
}

async function openDialog(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).last().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillDialog(page: Page, url: string, password = ADA.password) {
  const dialog = await openDialog(page, url);
  await dialog.getByLabel("Email").fill(ADA.email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  return dialog;
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByText(PROMPT)).toBeVisible();
}

async function openSecurity(page: Page, url: string) {
  await page.goto(`${url}/settings#security`);
  const section = page.getByRole("region", { name: "Security" });
  await expect(section.getByRole("listitem").filter({ hasText: "This device" })).toBeVisible();
  await expect(section.getByRole("list", { name: "Activity" })).toBeVisible();
  return section;
}

/** The log says what was done, newest first; other entries may stand between. */
async function expectLogged(page: Page, titles: string[]) {
  const log = page.getByRole("list", { name: "Activity" });
  await expect(log).toContainText(new RegExp(titles.join("[^]*")));
}

/** Another browser of the same author. */
async function elsewhere(browser: Browser, url: string) {
  const context = await browser.newContext({ userAgent: FIREFOX });
  const page = await context.newPage();
  const author = await opened(page, url, () => fillDialog(page, url));
  return { page, author, close: () => context.close() };
}

test("an address is confirmed by the mailed link, and only the newest works", async ({ page, url }) => {
  const author = await begin(page, url);
  const section = await openSecurity(page, url);
  await expect(section.getByText("Not confirmed")).toBeVisible();
  const send = section.getByRole("button", { name: "Send confirmation link" });
  await send.click();
  const first = await mailedLink(author, "Please verify");
  await send.click();
  await expect(page.getByText("Link sent").first()).toBeVisible();
  const second = await mailedLink(author, "Please verify", 2);
  expect(second).toMatch(new RegExp(`^${url}/verify-email#token=`));

  await page.goto(first);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectAccessibleInBoth(page, "security spent link");
  await page.goto("about:blank");
  await page.goto(second);
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await expect(page.getByRole("status")).toContainText(ADA.email);
  expect(page.url(), "the token in the address").toBe(`${url}/verify-email`);
  await expectAccessibleInBoth(page, "security confirmed address");
  await page.getByRole("link", { name: "Continue to Letterpress" }).click();
  await openSecurity(page, url);
  await expect(section.getByText("Not confirmed")).toBeHidden();
  await expectLogged(page, ["Email address verified", "Account created"]);
});

test("a forgotten password is replaced by mail, and every session ends", async ({ page, url, browser }) => {
  await begin(page, url);
  const other = await elsewhere(browser, url);
  await signOut(page);

  const link = await test.step("ask for the link", async () => {
    const dialog = await fillDialog(page, url, "forgotten for good");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByRole("button", { name: "Forgot your password?" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue(ADA.email);
    await expectAccessibleInBoth(page, "security forgotten password");
    await dialog.getByRole("button", { name: "Send link" }).click();
    await expect(dialog.getByRole("status")).toContainText(`If there's an account with ${ADA.email}`);
    await expectAccessibleInBoth(page, "security link sent");
    return mailedLink(other.author, "Set a new password");
  });

  await test.step("set a new one", async () => {
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByLabel("New password", { exact: true })).toHaveAccessibleDescription(/Use 10 to 128/);
    await expectAccessibleInBoth(page, "security new password");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
    await expectAccessibleInBoth(page, "security password set");
  });

  await test.step("what was open is closed", async () => {
    await other.page.reload();
    await expect(other.page.getByText(PROMPT)).toBeVisible();
    expect(await other.author.status("GET", "/me")).toBe(401);
    await other.close();
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("one more time please");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  });

  await test.step("the old password is refused, the new one is right", async () => {
    const dialog = await fillDialog(page, url);
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(dialog.getByLabel("Email")).toHaveValue(ADA.email);
    await expectAccessibleInBoth(page, "security refused password");
    await opened(page, url, () => fillDialog(page, url, NEW_PASSWORD));
    await openSecurity(page, url);
    await expectLogged(page, ["Signed in", "Password reset", "Sign-in failed", "Signed out"]);
  });
});

test("an authenticator app is asked for its code, and a recovery code stands in for it once", async ({ page, url }) => {
  await begin(page, url);
  const section = await openSecurity(page, url);
  const dialog = page.getByRole("dialog");

  const { secret, spare } = await test.step("set up", async () => {
    await section.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByLabel("Password").fill(ADA.password);
    await expectAccessibleInBoth(page, "security ask password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
    const shown = (await dialog.locator("code").innerText()).replaceAll(/\s/g, "");
    await dialog.getByLabel("Code").fill(wrongCodeOf(shown));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Code")).toHaveValue(wrongCodeOf(shown));
    await expectAccessibleInBoth(page, "security app set-up");
    await dialog.getByLabel("Code").fill(codeOf(shown));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
    await expectAccessibleInBoth(page, "security recovery codes");
    const codes = await dialog.getByRole("listitem").allInnerTexts();
    expect(codes).toHaveLength(10);
    await dialog.getByRole("button", { name: "I saved them" }).click();
    await expect(section).toContainText("10 recovery codes left");
    return { secret: shown, spare: codes[0] ?? "" };
  });

  await test.step("a wrong code keeps what was typed, the right one signs in", async () => {
    await signOut(page);
    await fillDialog(page, url);
    const field = dialog.getByLabel("Code", { exact: true });
    await expect(field).toBeFocused();
    await expectAccessibleInBoth(page, "security code");
    const wrong = wrongCodeOf(secret);
    await field.fill(wrong);
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription("This code is wrong or already used.");
    await expect(field).toHaveValue(wrong);
    await expectAccessibleInBoth(page, "security wrong code");
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue(ADA.email);
    await expect(dialog.getByLabel("Password")).toHaveValue(ADA.password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await opened(page, url, async () => {
      // The present one may be that of the set-up, which does not work twice.
      await field.fill(codeOf(secret, 1));
      await field.press("Enter");
    });
  });

  await test.step("a recovery code, which works once", async () => {
    const recover = async () => {
      await fillDialog(page, url);
      await dialog.getByRole("button", { name: "Use a recovery code" }).click();
      await dialog.getByLabel("Recovery code").fill(spare);
    };
    await signOut(page);
    await recover();
    await expectAccessibleInBoth(page, "security recovery code");
    await opened(page, url, () => page.keyboard.press("Enter"));
    await openSecurity(page, url);
    await expect(section).toContainText("9 recovery codes left");
    await expectAccessibleInBoth(page, "security section with app");
    await expectLogged(page, [
      "Recovery code used",
      "Signed in",
      "Sign-in failed",
      "Two-factor authentication switched on",
    ]);
    await signOut(page);
    await recover();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Recovery code")).toHaveAccessibleDescription(/wrong or already used/);
  });
});

test("a passkey alone signs in, until it is removed", async ({ page, url }) => {
  await addAuthenticator(page);
  await begin(page, url);
  const section = await openSecurity(page, url);
  const dialog = page.getByRole("dialog");
  const keys = section.getByRole("list", { name: "Your passkeys" });

  await test.step("add one", async () => {
    await section.getByRole("button", { name: "Add passkey" }).click();
    await dialog.getByLabel("Name").fill("Work laptop");
    await expectAccessibleInBoth(page, "security passkey");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(keys).toContainText("Work laptop");
    await expect(keys).toContainText("Never used");
    await expectLogged(page, ["Passkey added", "Work laptop"]);
    await section.getByRole("button", { name: "Add passkey" }).click();
    await dialog.getByLabel("Name").fill("Again");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("This device has a passkey for your account already.");
    await expect(dialog.getByLabel("Name")).toHaveValue("Again");
    await page.keyboard.press("Escape");
  });

  await test.step("sign in with nothing else", async () => {
    await signOut(page);
    await openDialog(page, url);
    await expectAccessibleInBoth(page, "security sign-in");
    await opened(page, url, () => dialog.getByRole("button", { name: "Use a passkey" }).click());
    await openSecurity(page, url);
    await expect(keys).toContainText("Used");
    await expect(section.getByRole("listitem").filter({ hasText: "This device" })).toContainText("Passkey, since");
    await expectAccessibleInBoth(page, "security section with passkey");
  });

  await test.step("a removed one is refused", async () => {
    await keys.getByRole("button", { name: "Remove Work laptop" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(keys).toBeHidden();
    await expectLogged(page, ["Passkey removed", "Signed in", "Passkey added"]);
    await signOut(page);
    await openDialog(page, url);
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await expect(dialog.getByRole("alert")).toContainText("passkey");
    await expectAccessibleInBoth(page, "security refused passkey");
  });
});

test("a session ended on one device signs the other out", async ({ page, url, browser }) => {
  await begin(page, url);
  const other = await elsewhere(browser, url);
  const section = await openSecurity(page, url);
  const devices = section.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBoth(page, "security section on a phone");
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step("think again", async () => {
    const all = section.getByRole("button", { name: "Sign out everywhere else" });
    await all.click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("1 other device will have to sign in again.");
    await expectAccessibleInBoth(page, "security end all others");
    await page.keyboard.press("Escape");
    await expect(all).toBeFocused();
    await expect(devices).toHaveCount(2);
  });

  await test.step("end the other one", async () => {
    // What it asks for each minute could tell it before its next click does.
    await other.page.route(/\/api\/(notices|overview)\b/, () => undefined);
    await section.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
    await expect(page.getByText("You're not signed in anywhere else.")).toBeVisible();
    await expect(devices).toHaveCount(1);
    await expectLogged(page, ["Session ended", "Signed in", "Account created"]);
    await expectAccessibleInBoth(page, "security section");
    // It notices at its next call, without being loaded anew.
    await other.page.getByRole("link", { name: "Newsletters" }).first().click();
    const ended = other.page.getByRole("dialog", { name: "Your session ended" });
    await expect(ended).toBeVisible();
    await ended.getByRole("button", { name: "Sign out" }).click();
    await expect(other.page.getByText(PROMPT)).toBeVisible();
    await other.close();
  });
});
