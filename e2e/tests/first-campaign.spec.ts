// From an empty installation to a campaign in every reader's inbox.
import { expect, expectAccessible, signUpByForm, test } from "./installation.js";

const READERS = 1000;
// Longer than a phone is wide.
const NEWSLETTER = "The Slow Web, on a Long Winter Evening by the Fire";

/** One in a hundred has a tag. */
function csv(): Buffer {
  const numbers = Array.from({ length: READERS }, (_, n) => n + 1);
  const rows = numbers.map((n) => `reader${n}@example.net,Reader ${n},${n % 100 === 0 ? "early bird" : ""}`);
  return Buffer.from(`E-mail,First name,Tags\n${rows.join("\n")}\n`);
}

// It is on its way for longer than any machine needs to show it.
test.use({ settings: { LETTERPRESS_SEND_RATE: "50" } });

test("an author signs up, imports a thousand readers and sends them a campaign", async ({ page, url }) => {
  await test.step("sign up", async () => {
    await page.goto(url);
    await expect(page.getByText("Please sign in to access the newsletter management dashboard.")).toBeVisible();
    await expectAccessible(page, "the signed-out page");
    await signUpByForm(page, url);
    await expectAccessible(page, "Overview");
  });

  await test.step("create a newsletter", async () => {
    await page.getByRole("link", { name: "Newsletters" }).first().click();
    await page.getByRole("button", { name: "Create Newsletter" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create New Newsletter" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, "the newsletter form");
    await dialog.getByLabel("Name", { exact: true }).fill(NEWSLETTER);
    await dialog.getByLabel("From Name").fill("Ada Lovelace");
    await dialog.getByLabel("Email Prefix").fill("ada");
    await dialog.getByRole("button", { name: "Create Newsletter" }).click();
    await expect(page.getByRole("heading", { name: NEWSLETTER })).toBeVisible();
    await expectAccessible(page, "Newsletters");
  });

  await test.step("import readers", async () => {
    await page.getByRole("link", { name: "Subscribers" }).first().click();
    await page.getByRole("button", { name: "Import CSV" }).click();
    await page.getByLabel("CSV file").setInputFiles({
      name: "readers.csv",
      mimeType: "text/csv",
      buffer: csv(),
    });
    await expect(page.getByRole("cell", { name: /^reader1@example\.net/ })).toBeVisible();
    await expectAccessible(page, "the import");
    await page.getByRole("button", { name: "Start import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import finished" });
    await expect(dialog).toContainText("1,000");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search subscribers" }).fill("reader1000");
    await expect(page.getByRole("cell", { name: "reader1000@example.net" }).first()).toBeVisible();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Tags" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show subscribers with the tag early bird" }).click();
    await page.getByRole("searchbox", { name: "Search subscribers" }).fill("");
    await expect(page.getByText("Showing 10 of 10 subscribers")).toBeVisible();
    await expect(page).toHaveURL(/\?tag=early\+bird$/);
    await expectAccessible(page, "Subscribers");
    await page.getByRole("button", { name: "Remove the tag filter" }).click();
    await expect(page.getByText("Showing 40 of 1,000 subscribers")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search subscribers" }).fill("reader1000");
    await expect(page.getByText("Showing 1 of 1 subscribers")).toBeVisible();
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    const remove = page.getByRole("button", { name: "Remove reader1000@example.net" });
    await remove.scrollIntoViewIfNeeded();
    await expect(remove).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(size);
  });

  await test.step("write a campaign", async () => {
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await page.getByRole("button", { name: "Create Campaign" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create Campaign" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, "the campaign form");
    await dialog.getByLabel("Newsletter", { exact: true }).selectOption({ label: NEWSLETTER });
    await dialog.getByLabel("Subject Line").fill("A letter for {{ subscriber.first_name }}");
    await dialog.getByLabel("HTML Content").fill("<p>Dear {{ subscriber.first_name }}, take your time.</p>");
    await dialog.getByRole("button", { name: "Create Draft Campaign" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/campaigns\/\d+\/\d+\/edit$/);
    await expect(page.getByLabel("HTML Content")).toContainText("take your time");
    await expectAccessible(page, "the page of a campaign");
    await page.getByLabel("Preview text").fill("No hurry");
    await expect(page.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  });

  await test.step("send it and watch", async () => {
    await page.getByRole("button", { name: "Send Campaign" }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    const bar = page.getByRole("progressbar", { name: /^Sending/ });
    await expect(bar).toBeVisible();
    await expect(bar).toHaveAttribute("aria-valuemax", String(READERS));
    await expectAccessible(page, "a campaign on its way");
    await expect(page).toHaveURL(/\/report$/);
    await expect(page.getByText("Every subscriber is accounted for")).toBeVisible();
    const sent = page.getByRole("link", { name: /^Sent/ }).first();
    await expect(sent).toContainText("1,000");
    await expect(page.getByText("Every subscriber is accounted for")).toBeVisible();
    await expectAccessible(page, "the report");
    if (process.env.E2E_PICTURE) await page.screenshot({ path: process.env.E2E_PICTURE });
  });

  await test.step("read one captured mail", async () => {
    await page.getByRole("tab", { name: "Emails" }).click();
    const captured = page.locator("#captured-mail");
    const row = captured.getByRole("listitem").first().getByRole("button");
    const address = (await row.innerText()).match(/reader(\d+)@example\.net/);
    expect(address).not.toBeNull();
    await row.click();
    const name = `Reader ${address?.[1]}`;
    const dialog = page.getByRole("dialog", { name: `A letter for ${name}` });
    await expect(dialog).toContainText(`reader${address?.[1]}@example.net`);
    const mail = dialog.frameLocator("iframe");
    await expect(mail.getByText(`Dear ${name}, take your time.`)).toBeVisible();
    await expect(mail.getByRole("link", { name: /unsubscribe/i })).toHaveAttribute("href", new RegExp(`^${url}/u/`));
    await expectAccessible(page, "a captured mail");
  });
});
