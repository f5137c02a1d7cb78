// A newcomer's way from a fresh server to a report, at a desk and on a phone, light and dark: it leads on from every
// page, and none of them is longer than three screens.
import type { Page } from "@playwright/test";
import { expectAccessibleInBoth, followSystem } from "./author.js";
import { expect, signUpByForm, test } from "./installation.js";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function seen(page: Page, what: string) {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    // A phone's shorter list may be on its way.
    const screens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    await expect.poll(screens, { message: `screens of ${what} at ${size.width}` }).toBeLessThanOrEqual(3);
    await expectAccessibleInBoth(page, what);
  }
}

const people = Array.from({ length: 60 }, (_, n) => `reader${n + 1}@example.net,Reader ${n + 1}`);

test("a newcomer finds the way from the first account to the first report", async ({ page, url }) => {
  await signUpByForm(page, url);
  await followSystem(page);
  const list = page.getByRole("region", { name: "Get started" });
  await seen(page, "the checklist");

  await test.step("a newsletter", async () => {
    await list.getByRole("link", { name: "Create newsletter" }).click();
    const dialog = page.getByRole("dialog", { name: "Create New Newsletter" });
    await dialog.getByLabel("Name", { exact: true }).fill("The Slow Web");
    await dialog.getByLabel("From Name").fill("Ada Lovelace");
    await dialog.getByRole("button", { name: "Create Newsletter" }).click();
    await expect(page.getByRole("heading", { name: "The Slow Web" })).toBeVisible();
    await seen(page, "a first newsletter");
  });

  await test.step("subscribers", async () => {
    await page.getByRole("link", { name: "Overview" }).first().click();
    await list.getByRole("link", { name: "Add subscribers" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Subscriber" });
    // There is one newsletter: nobody has to choose it.
    await expect(dialog.getByLabel("Newsletter", { exact: true }).locator("option:checked")).toHaveText("The Slow Web");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Import CSV" }).click();
    const buffer = Buffer.from(`Email,First name\n${people.join("\n")}\n`);
    await page.getByLabel("CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Start import" }).click();
    await expect(page.getByRole("dialog", { name: "Import finished" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Showing 40 of 60 subscribers")).toBeVisible();
    await seen(page, "a page of subscribers");
  });

  await test.step("a campaign with a picture", async () => {
    await page.getByRole("link", { name: "Overview" }).first().click();
    await list.getByRole("link", { name: "Write campaign" }).click();
    const dialog = page.getByRole("dialog", { name: "Create Campaign" });
    await dialog.getByLabel("Subject Line").fill("A letter");
    await dialog.getByRole("button", { name: "Create Draft Campaign" }).click();
    const text = page.getByRole("textbox", { name: /^Email text/ });
    // One writes straight away.
    await expect(text).toBeFocused();
    await page.keyboard.type("## Slow news");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Take your time.");
    await page.keyboard.press("Enter");
    await text.evaluate(async (box) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 300 });
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob as Blob], "sea.png", { type: "image/png" }));
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole("button", { name: "Describe this image" }).click();
    const form = page.getByRole("dialog", { name: "Edit image" });
    await form.getByLabel("Description").fill("The sea");
    await form.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(/^Saved \d+ s ago$/)).toBeVisible();
    await expect(page.getByText("60 subscribers.", { exact: true })).toBeVisible();
    await seen(page, "a campaign that is written");
    await page.getByRole("button", { name: "HTML", exact: true }).click();
    await expect(page.getByLabel("HTML Content")).toBeVisible();
    await seen(page, "the same as HTML");
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await expect(text).toContainText("Take your time.");
  });

  await test.step("a test, a time, and back to drafts", async () => {
    await page.getByRole("button", { name: "Test send" }).click();
    const dialog = page.getByRole("dialog", { name: "Test send" });
    await dialog.getByRole("button", { name: "Send test" }).click();
    await expect(dialog.getByText("Sent to ada@example.com")).toBeVisible();
    // Escape is not heard while something is still on its way.
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    const schedule = page.getByRole("dialog", { name: "Schedule Campaign" });
    await schedule.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page.getByRole("button", { name: "Change schedule" })).toBeVisible();
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await expect(page.getByText(/Scheduled for/)).toBeVisible();
    await seen(page, "a campaign that is scheduled");
    await page.getByRole("button", { name: "More for A letter" }).click();
    await page.getByRole("menuitem", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Move to drafts" }).click();
    await expect(page.getByText("1 draft", { exact: true })).toBeVisible();
  });

  await test.step("sent, and its report", async () => {
    await page.getByRole("button", { name: "Send Campaign" }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText("Campaign sent successfully!")).toBeVisible();
    await page.getByRole("link", { name: "View Report" }).click();
    await expect(page.getByText("Every subscriber is accounted for")).toBeVisible();
    for (const tab of ["Overview", "Links", "Subscribers", "Emails", "Log"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel", { name: tab })).toBeVisible();
      await seen(page, `the report's ${tab}`);
    }
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(list.getByText("4 of 5 done")).toBeVisible();
  });
});
