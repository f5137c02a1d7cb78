// A sending domain from its registration to its first mail, and the day one of its records breaks.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible, signUp } from "./installation.js";
import { type NameServer, startNameServer } from "./name-server.js";

const ZONE = "example.test";
const NAME = `news.${ZONE}`;

const test = base.extend<{ names: NameServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  names: async ({}, use) => {
    const names = await startNameServer(ZONE);
    await use(names);
    await names.stop();
  },
  settings: async ({ names }, use) => {
    // What this machine calls itself is nothing to propose for the DNS.
    await use({ LETTERPRESS_DNS: names.address, LETTERPRESS_SPF: "ip4:192.0.2.10" });
  },
});

// A name that is none is refused, and the refusal logged.
test.use({ provoked: /status of 422|Failed to register domain/ });

/** Badge of the domain in the table. */
const badge = (page: Page, text: string) =>
  page.getByRole("row").filter({ hasText: NAME }).getByText(text, { exact: true });

async function picture(page: Page, name: string) {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test("a domain is registered, proved by its records, used, and its broken record found", async ({
  page,
  url,
  names,
}) => {
  await signUp(page, url);
  await page.getByRole("link", { name: "Domains" }).first().click();
  await expect(page.getByText("No domains configured")).toBeVisible();
  await expectAccessible(page, "Domains without any");
  await picture(page, "domains-empty");

  await test.step("register", async () => {
    await page.getByRole("button", { name: "Add Your First Domain" }).click();
    const dialog = page.getByRole("dialog", { name: "Add New Domain" });
    const submit = dialog.getByRole("button", { name: "Add Domain" });
    await expect(submit).toBeDisabled();
    await dialog.getByLabel("Domain Name").fill(`https://${NAME}/x`);
    await submit.click();
    await expect(dialog.getByText("Enter only the name")).toBeVisible();
    await expectAccessible(page, "the form for a domain");
    await dialog.getByLabel("Domain Name").fill(NAME);
    await dialog.getByLabel("Notes").fill("For the weekly letter.");
    await submit.click();
  });

  const details = page.getByRole("dialog", { name: NAME });
  let zone = "";
  await test.step("copy the records into the zone", async () => {
    await expect(details.getByRole("listitem").filter({ hasText: "Not checked" })).toHaveCount(5);
    await expectAccessible(page, "the details of a domain");
    await picture(page, "domain-details");
    const download = page.waitForEvent("download");
    await details.getByRole("button", { name: "Zone file" }).click();
    zone = await readFile(await (await download).path(), "utf8");
    expect(zone).toContain(`_letterpress.${NAME}.`);
  });

  await test.step("verify too early, then watch the records being found", async () => {
    await details.getByRole("button", { name: "Verify now" }).click();
    await expect(details.getByRole("listitem").filter({ hasText: "Missing" })).toHaveCount(5);
    await picture(page, "domain-missing");
    await names.publish(zone);
    // Whoever watches has nothing to press.
    await expect(details.getByText("Verified", { exact: true }).first()).toBeVisible();
    await expect(details.getByRole("listitem").filter({ hasText: "Found" })).toHaveCount(5);
    await expectAccessible(page, "the details of a verified domain");
    await picture(page, "domain-verified");
    await page.keyboard.press("Escape");
    await expect(badge(page, "Verified")).toBeVisible();
    await expect(page.getByRole("button", { name: `Verify ${NAME}` })).toHaveCount(0);
    await picture(page, "domains");
  });

  await test.step("a newsletter makes it active", async () => {
    await page.getByRole("link", { name: "Newsletters" }).first().click();
    await page.getByRole("button", { name: "Create Newsletter" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create New Newsletter" });
    await dialog.getByLabel("Name", { exact: true }).fill("The Slow Web");
    await dialog.getByLabel("From Name").fill("Ada Lovelace");
    await dialog.getByLabel("Domain").selectOption({ label: `${NAME}, Shared` });
    await expect(dialog.getByText(`Sends as newsletter@${NAME}`)).toBeVisible();
    await dialog.getByRole("button", { name: "Create Newsletter" }).click();
    await expect(page.getByText(`newsletter@${NAME}`)).toBeVisible();
    await page.getByRole("link", { name: "Domains" }).first().click();
    await expect(badge(page, "Active")).toBeVisible();
  });

  await test.step("one record breaks and is found", async () => {
    const broken = zone.replace(/^(_dmarc\.\S+\s+.*)p=none/m, "$1p=nonsense");
    expect(broken).not.toBe(zone);
    await names.publish(broken);
    await page.getByRole("button", { name: `View Details of ${NAME}` }).click();
    await details.getByRole("button", { name: "Check again" }).click();
    const wrong = details.getByRole("listitem").filter({ has: page.getByText("Wrong", { exact: true }) });
    await expect(wrong).toHaveCount(1);
    await expect(wrong).toContainText("DMARC");
    await expect(wrong).toContainText("p=nonsense");
    await expect(details.getByText("1 record is missing or wrong.").first()).toBeVisible();
    await expectAccessible(page, "the details of a broken domain");
    await picture(page, "domain-broken");
    await page.keyboard.press("Escape");
    await expect(badge(page, "Pending DNS")).toBeVisible();
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(page.getByText(`${NAME} is no longer verified`)).toBeVisible();
    await expectAccessible(page, "a notice");
    await picture(page, "notice");
    await page.getByRole("button", { name: `Dismiss: ${NAME} is no longer verified` }).click();
    await expect(page.getByText(`${NAME} is no longer verified`)).toHaveCount(0);
  });

  await test.step("suppress an address and take it off again", async () => {
    await page.getByRole("link", { name: "Subscribers", exact: true }).first().click();
    await page.getByRole("link", { name: "Suppressed" }).click();
    await page.getByLabel("Address to suppress").fill("gone@example.net");
    await page.getByRole("button", { name: "Suppress address" }).click();
    await expect(page.getByText("Added by hand").last()).toBeVisible();
    await expectAccessible(page, "the suppression list");
    await picture(page, "suppressions");
    await page.getByRole("button", { name: "Remove gone@example.net" }).click();
    await expect(page.getByText("No address is suppressed.")).toBeVisible();
  });

  await test.step("delete it", async () => {
    await page.getByRole("link", { name: "Domains" }).first().click();
    await page.getByRole("button", { name: `Delete ${NAME}` }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      `Are you sure you want to delete ${NAME}? This will remove it from AWS SES as well.`,
    );
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No domains configured")).toBeVisible();
  });
});
