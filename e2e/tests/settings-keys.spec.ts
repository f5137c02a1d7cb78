// API keys from the settings to the calls that they allow and refuse.
import { Caller, expectAccessibleInBoth, followSystem } from "./author.js";
import { expect, signUp, test } from "./installation.js";

test.describe("API keys", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("several keys, each with its scopes: shown once, used, regenerated, deleted", async ({ page, url }) => {
    await signUp(page, url);
    await followSystem(page);
    await page.goto(`${url}/settings/api`);
    const field = page.getByLabel("API Key", { exact: true });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const take = async () => {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await expect.poll(copied).toMatch(/^\S{20,}$/);
      return await copied();
    };
    const head = (name: string) => page.getByRole("button", { name: new RegExp(`^${name} lp_`) });
    const row = (name: string) => page.getByRole("listitem").filter({ has: head(name) });
    const dialog = page.getByRole("dialog", { name: "Create API Key" });

    await expect(page.getByText("Keep your API key secret. It provides full access to your account.")).toBeVisible();
    const create = async (name: string, access: string, ...parts: string[]) => {
      await page.getByRole("button", { name: "Create API Key" }).click();
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel(access).check();
      for (const part of parts) await dialog.getByLabel(part).check();
      if (parts.length > 0) await expectAccessibleInBoth(page, "the dialog of a key");
      await dialog.getByRole("button", { name: "Create API Key" }).click();
      await expect(dialog).toBeHidden();
      await expect(head(name)).toHaveAttribute("aria-expanded", "true");
      return await take();
    };

    await page.getByRole("button", { name: "Create API Key" }).click();
    await dialog.getByRole("button", { name: "Create API Key" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Enter a name.");
    await page.keyboard.press("Escape");
    const full = await create("Deploy script", "Full access");
    const read = await create("Figures", "Read only");
    const part = await create("Website sign-up form", "Custom", "Change subscribers");
    expect(new Set([full, read, part]).size).toBe(3);

    const [fullKey, readKey, partKey] = [full, read, part].map((key) => new Caller(url, key));
    if (!fullKey || !readKey || !partKey) throw new Error("three keys");
    await test.step("each may do what it was made for", async () => {
      const letter = { name: "The Slow Web", from_name: "Ada", from_prefix: "ada" };
      const { id } = await fullKey.call("POST", "/newsletters", letter);
      const path = `/newsletters/${id}/subscribers`;
      const refused = await readKey.ask("POST", path, { email: "reader@example.net" });
      expect(refused.status).toBe(403);
      expect((await refused.json()).detail).toBe('This API key lacks the scope "subscribers:write".');
      await partKey.call("POST", path, { email: "reader@example.net" });
      expect(await readKey.call<unknown[]>("GET", path)).toHaveLength(1);
      expect(await partKey.status("POST", "/newsletters", letter)).toBe(403);
      expect(await readKey.status("GET", "/api-keys")).toBe(403);
      expect(await fullKey.status("GET", "/api-keys")).toBe(200);
      expect(await new Caller(url, `${full}x`).status("GET", "/newsletters")).toBe(401);
    });

    await test.step("masked, with its last use, once the page was left", async () => {
      await expect(field).not.toHaveValue(part);
      await page.getByRole("button", { name: "Show the key" }).click();
      await expect(field).toHaveValue(part);
      await fullKey.call("POST", "/api-keys", { name: "Not used" });
      const used = async () =>
        (await fullKey.call<{ last_used_at: string | null }[]>("GET", "/api-keys")).filter((key) => key.last_used_at);
      await expect.poll(async () => (await used()).length).toBe(3);
      await page.reload();
      await expect(row("Figures")).toContainText("Used less than an hour ago");
      await expect(row("Not used")).toContainText("Never used");
      await head("Figures").click();
      await expect(field).toHaveValue(/•{24}$/);
      const html = await page.content();
      for (const key of [full, read, part]) expect(html).not.toContain(key);
      await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeDisabled();
      await expect(page.getByText("We don't store full keys. Regenerate to get a new one.")).toBeVisible();
    });

    await test.step("regenerated: the old one is refused, the new one works", async () => {
      await page.getByRole("button", { name: "Regenerate" }).click();
      const question = page.getByRole("alertdialog", { name: "Regenerate API key" });
      await expect(question).toContainText("Figures");
      await expectAccessibleInBoth(page, "the question before a key is regenerated");
      await question.getByRole("button", { name: "Regenerate" }).click();
      await expect(page.getByRole("button", { name: "Show the key" })).toBeVisible();
      const renewed = await take();
      expect(renewed).not.toBe(read);
      expect(await readKey.status("GET", "/newsletters")).toBe(401);
      const again = new Caller(url, renewed);
      expect(await again.status("GET", "/newsletters")).toBe(200);
      expect(await again.status("GET", "/api-keys")).toBe(403);
    });

    await test.step("one that may only write to one person does, and the page shows what became of it", async () => {
      const shop = new Caller(url, await create("Shop", "Custom", "Send emails to one person"));
      const [letter] = await fullKey.call<{ id: number }[]>("GET", "/newsletters");
      const ticket = {
        newsletter_id: letter?.id,
        to: "rea@example.net",
        subject: "Your ticket",
        text_content: "Row 4.",
      };
      await shop.call("POST", "/messages", ticket);
      expect(await shop.status("GET", "/subscribers")).toBe(403);
      await page.reload();
      const messages = page.getByRole("region", { name: "Emails to one person" });
      const row = messages.getByRole("listitem").filter({ hasText: ticket.to });
      await expect(row).toContainText(ticket.subject);
      await expect(row.getByText("Sent", { exact: true })).toBeVisible();
      await messages.getByLabel("Search by address").fill("ida@example.net");
      await expect(messages.getByText("No emails match")).toBeVisible();
      await messages.getByRole("button", { name: "Show all emails" }).click();
      await messages.getByLabel("State").selectOption("Sent");
      await expect(row).toBeVisible();
      await expectAccessibleInBoth(page, "emails to one person");
      await page.goto(`${url}/settings/notifications`);
      const kept = page.getByRole("region", { name: "Emails to one person" });
      await kept.getByRole("button", { name: /rea@example\.net/ }).click();
      await expect(page.getByRole("dialog").getByText("Your ticket").first()).toBeVisible();
      await page.goto(`${url}/settings/api`);
    });

    await test.step("deleted", async () => {
      await head("Deploy script").click();
      await page.getByRole("button", { name: "Delete Deploy script" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(row("Deploy script")).toHaveCount(0);
      expect(await fullKey.status("GET", "/newsletters")).toBe(401);
      expect(await partKey.status("GET", "/subscribers")).toBe(200);
    });
  });
});
