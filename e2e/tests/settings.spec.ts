// The settings: each part saved, in effect, and there the next time.
import type { Page } from "@playwright/test";
import { ADA, Caller, callAs, callAsNew, expectAccessibleInBoth, followSystem } from "./author.js";
import { expect, expectAccessible, signUp, test } from "./installation.js";

const BEN = { name: "Ben Miller", email: "ben@example.com", password: "another horse battery" };
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

async function openSettings(page: Page, url: string) {
  await page.goto(`${url}/settings`);
  await expect(page).toHaveURL(`${url}/settings/account`);
  await expect(page.getByLabel("Full Name")).toBeVisible();
}

/** To another page of the settings by their column, or by the menu where there is no room for it. */
async function follow(page: Page, title: string) {
  const column = page.getByRole("navigation", { name: "Settings" });
  if (await column.isVisible()) await column.getByRole("link", { name: title }).click();
  else {
    await page.getByRole("button", { name: /^Settings: / }).click();
    await page.getByRole("menuitemradio", { name: title }).click();
  }
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
}

/** The error or hint that belongs to a field. */
async function expectRefused(page: Page, label: string, text: string, typed: string) {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(text);
  await expect(field).toHaveValue(typed);
}

test.describe("the account", () => {
  // A name too long, an address in use and a wrong password are refused.
  test.use({ provoked: /status of (422|409|403)/ });

  test("name, company, time zone and address are kept, and what is wrong is told at its field", async ({
    page,
    url,
  }) => {
    await callAsNew(url, BEN);
    await signUp(page, url);
    await openSettings(page, url);
    const save = page.getByRole("button", { name: "Save Changes" });

    await test.step("what will not do", async () => {
      await page.getByLabel("Full Name").fill("");
      await page.getByLabel("Email Address").fill("nonsense");
      await page.getByLabel("Company").fill("The Analytical Press");
      await save.click();
      await expectRefused(page, "Full Name", "Enter your name.", "");
      await expectRefused(page, "Email Address", "Enter an email address, such as ada@example.com.", "nonsense");
      const long = "Ada ".repeat(60).trim();
      await page.getByLabel("Full Name").fill(long);
      await page.getByLabel("Email Address").fill(ADA.email);
      await save.click();
      await expectRefused(page, "Full Name", "Name has more than 200 characters.", long);
      await expect(page.getByLabel("Company")).toHaveValue("The Analytical Press");
    });

    await test.step("saved, and there after a reload", async () => {
      await page.getByLabel("Full Name").fill("Ada King");
      await page.getByLabel("Time Zone").click();
      await expect(page.getByRole("option").first()).toBeVisible();
      const common = page.getByRole("group", { name: "Common" }).getByRole("option");
      for (const [at, name] of ["UTC-8 Pacific", "UTC-5 Eastern", "UTC+0 GMT", "UTC+1 CET"].entries())
        await expect(common.nth(at)).toContainText(name);
      await common.filter({ hasText: "UTC-5 Eastern" }).click();
      await save.click();
      await expect(page.getByText("Account saved")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Full Name")).toHaveValue("Ada King");
      await expect(page.getByLabel("Company")).toHaveValue("The Analytical Press");
      await expect(page.getByLabel("Time Zone")).toHaveValue("UTC-5 Eastern");
      await page.getByLabel("Time Zone").click();
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.keyboard.type("kathmandu");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Account saved")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Time Zone")).toHaveValue("Asia/Kathmandu");
    });

    await test.step("another address, once its link is followed", async () => {
      const ask = async (email: string, password: string) => {
        await page.getByLabel("Email Address").fill(email);
        await save.click();
        const dialog = page.getByRole("dialog", { name: "Change email address" });
        await dialog.getByLabel("Password").fill(password);
        await dialog.getByRole("button", { name: "Send link" }).click();
        return dialog;
      };
      const taken = await ask(BEN.email, ADA.password);
      await expect(taken).toBeHidden();
      await expectRefused(page, "Email Address", "There's already an account with this email address.", BEN.email);
      const dialog = await ask("ada@king.example", "not the password");
      await expect(dialog.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
      await dialog.getByLabel("Password").fill(ADA.password);
      await dialog.getByRole("button", { name: "Send link" }).click();
      await expect(page.getByText(/^We sent a link to ada@king\.example\./)).toBeVisible();
      await expect(page.getByLabel("Email Address")).toHaveValue(ADA.email);
      const ada = await callAs(url);
      expect((await ada.mail("A change of your email address was asked for")).to).toBe(ADA.email);
      await page.getByRole("link", { name: "Read it under Notifications" }).click();
      await expect(page.getByRole("button", { name: /^ada@king\.example Please verify/ })).toBeVisible();
      const link = (await ada.mail("ada@king.example")).text
        ?.match(/https?:\S+/g)
        ?.find((one) => one.includes("#token="));
      await page.goto(link ?? "");
      await expect(page.getByText("ada@king.example").first()).toBeVisible();
      await openSettings(page, url);
      await expect(page.getByLabel("Email Address")).toHaveValue("ada@king.example");
      expect(await new Caller(url, "").status("POST", "/auth/sign-in", ADA)).toBe(401);
      await callAs(url, { ...ADA, email: "ada@king.example" });
    });
  });
});

test("the email defaults are what a new newsletter and its campaigns begin with", async ({ page, url }) => {
  await signUp(page, url);
  await openSettings(page, url);
  await follow(page, "Email Configuration");
  const save = page.getByRole("button", { name: "Save Email Settings" });
  await expect(page.getByText("Letterpress uses the bulk email service through a verified domain.")).toBeVisible();
  await expect(page.getByText("Not configured")).toBeVisible();
  await page.getByLabel("Default From Name").fill("The Night Desk");
  await page.getByLabel("Default From Email").fill("desk@");
  await page.getByLabel("Reply-To Email").fill("nobody");
  await save.click();
  const refusal = "Enter an email address, such as ada@example.com.";
  await expectRefused(page, "Default From Email", refusal, "desk@");
  await expectRefused(page, "Reply-To Email", refusal, "nobody");
  await expect(page.getByLabel("Default From Name")).toHaveValue("The Night Desk");
  await page.getByLabel("Default From Email").fill("desk@example.com");
  await page.getByLabel("Reply-To Email").fill("");
  await save.click();
  await expect(page.getByText("Email settings saved")).toBeVisible();
  await page.getByLabel("Reply-To Email").fill("answers@example.org");
  const saved = page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok());
  await save.click();
  await saved;
  await page.reload();
  await expect(page.getByLabel("Default From Name")).toHaveValue("The Night Desk");
  await expect(page.getByLabel("Default From Email")).toHaveValue("desk@example.com");
  await expect(page.getByLabel("Reply-To Email")).toHaveValue("answers@example.org");

  await page.getByRole("link", { name: "Newsletters" }).first().click();
  await page.getByRole("button", { name: "Create Newsletter" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create New Newsletter" });
  await expect(dialog.getByLabel("From Name")).toHaveValue("The Night Desk");
  await expect(dialog.getByLabel("Email Prefix")).toHaveValue("desk");
  await expect(dialog.getByLabel("Reply-To Email")).toHaveValue("answers@example.org");
  await dialog.getByLabel("Name", { exact: true }).fill("Night Letters");
  await dialog.getByRole("button", { name: "Create Newsletter" }).click();
  await expect(page.getByRole("heading", { name: "Night Letters" })).toBeVisible();

  const ada = await callAs(url);
  const [made] = await ada.call<{ id: number }[]>("GET", "/newsletters");
  const base = `/newsletters/${made?.id}`;
  await ada.call("POST", `${base}/subscribers`, { email: "reader@example.net" });
  const { id } = await ada.call("POST", `${base}/campaigns`, { subject: "By lamplight", html_content: "<p>Hello</p>" });
  await ada.call("POST", `${base}/campaigns/${id}/send`);
  const { headers } = await ada.mail("By lamplight");
  const header = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  expect(header("from")).toMatch(/The Night Desk.*<desk@/);
  expect(header("reply-to")).toContain("answers@example.org");
});

test("the switches are kept, and what Security Alerts promises comes by mail until it is off", async ({
  page,
  url,
}) => {
  await signUp(page, url);
  await openSettings(page, url);
  const toggle = (name: string) => page.getByRole("switch", { name });
  const createKey = async (name: string) => {
    await follow(page, "API Settings");
    await page.getByRole("button", { name: "Create API Key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API Key" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create API Key" }).click();
    await expect(dialog).toBeHidden();
    await follow(page, "Notifications");
  };
  await follow(page, "Notifications");
  await expect(toggle("Campaign Reports")).toBeChecked();
  await expect(toggle("Security Alerts")).toBeChecked();
  await expect(toggle("Weekly Summary")).not.toBeChecked();

  await createKey("Night watch");
  const changePassword = async (from: string, to: string) => {
    await follow(page, "Security");
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Current password").fill(from);
    await dialog.getByLabel("New password", { exact: true }).fill(to);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toBeHidden();
    await follow(page, "Notifications");
  };
  await changePassword(ADA.password, "a quite different horse");
  const ada = await callAs(url, { ...ADA, password: "a quite different horse" });
  const made = await ada.mail("An API key was created for your account");
  expect(made.to).toBe(ADA.email);
  expect(made.text).toContain("Night watch");
  expect(made.text).toContain(`${url}/settings`);
  expect((await ada.mail("Your password was changed")).to).toBe(ADA.email);
  await page.getByRole("button", { name: /An API key was created for your account/ }).click();
  const mail = page.getByRole("dialog", { name: "An API key was created for your account" });
  await expect(mail).toContainText(ADA.email);
  await expect(mail.getByText("Night watch")).toBeVisible();
  await expectAccessible(page, "a mail to the author");
  await page.keyboard.press("Escape");
  // That of `ada`, which is no browser.
  expect((await ada.mail("New sign-in to your account")).to).toBe(ADA.email);

  const saved = () => page.waitForResponse((one) => one.request().method() === "PUT" && one.ok());
  for (const name of ["Campaign Reports", "Security Alerts", "Weekly Summary"]) {
    const answer = saved();
    await toggle(name).click();
    await answer;
  }
  await page.reload();
  await expect(toggle("Campaign Reports")).not.toBeChecked();
  await expect(toggle("Security Alerts")).not.toBeChecked();
  await expect(toggle("Weekly Summary")).toBeChecked();
  await createKey("Unheard");
  const on = saved();
  await toggle("Security Alerts").click();
  await on;
  await createKey("Heard");
  // Mails leave in the order of what they tell: had there been one about the key between, it would be here.
  await expect.poll(async () => (await ada.mails("An API key was created")).length).toBe(2);
  const texts = (
    await Promise.all(
      (await ada.mails("An API key")).map(({ id }) => ada.call<{ text: string }>("GET", `/captured-mail/${id}`)),
    )
  ).map(({ text }) => text);
  expect(texts.join()).toContain("Heard");
  expect(texts.join()).not.toContain("Unheard");
});

const PARTS: [title: string, buttons: string[]][] = [
  ["Account Information", ["Save Changes"]],
  ["Email Configuration", ["Save Email Settings"]],
  ["API Settings", ["Regenerate", "Copy", "Save API Settings", "Test Webhook"]],
  ["Notifications", []],
  ["Security", ["Change password"]],
  ["Your Data", ["Download my data"]],
  ["Danger Zone", ["Delete Account"]],
];

test("every part under its name, and nothing for axe to find, in both themes, on a desk and on a phone", async ({
  page,
  url,
}) => {
  await signUp(page, url);
  await followSystem(page);
  await openSettings(page, url);
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    for (const [title, buttons] of PARTS) {
      await follow(page, title);
      for (const name of buttons) await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
      await expectAccessibleInBoth(page, title);
    }
  }
  await page.setViewportSize(DESKTOP);
  const sidebar = page.getByRole("navigation", { name: "Main" });
  for (const [section, place] of [
    ["Account Settings", "account#account-settings"],
    ["Email Configuration", "email#email-configuration"],
    ["API Settings", "api#api-settings"],
  ] as const) {
    await sidebar.getByRole("link", { name: section }).click();
    await expect(page).toHaveURL(`${url}/settings/${place}`);
  }
  await expect(page.getByLabel("Email Opens")).toBeChecked();
  await expect(page.getByLabel("Email Clicks")).toBeChecked();
  await expect(page.getByLabel("Email Bounces")).not.toBeChecked();
  await expect(page.getByLabel("Subscriber Changes")).not.toBeChecked();
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Create API Key" }).click();
  await expectAccessibleInBoth(page, "a new key");
  await page.keyboard.press("Escape");
  await follow(page, "Account Information");
  await page.getByLabel("Email Address").fill("new@example.com");
  await page.getByLabel("Email Address").press("Enter");
  await expect(page.getByRole("dialog", { name: "Change email address" }).getByLabel("Password")).toBeFocused();
  await expectAccessibleInBoth(page, "another address");
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Previous and next page" }).getByRole("link").first().click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await expectAccessibleInBoth(page, "unsaved changes");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Email Address")).toHaveValue("new@example.com");
});

test.describe("with a service and a domain", () => {
  test.use({
    settings: { LETTERPRESS_MAIL_URL: "smtp://127.0.0.1:9", LETTERPRESS_FALLBACK_DOMAIN: "news.example.com" },
  });

  test("the email service is configured", async ({ page, url }) => {
    await signUp(page, url);
    await openSettings(page, url);
    await follow(page, "Email Configuration");
    await expect(page.getByText("Bulk email service: SMTP")).toBeVisible();
    await expect(page.getByText("Letterpress uses the bulk email service through a verified domain.")).toBeVisible();
    await expect(page.getByText("Configured", { exact: true })).toBeVisible();
  });
});
