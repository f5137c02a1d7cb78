// The end of an account: what is lost is told, taken along, and gone.
import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { ADA, Caller, callAs, callAsNew, expectAccessibleInBoth, followSystem, makeNewsletter } from "./author.js";
import { expect, signUp, test } from "./installation.js";

const BEN = { name: "Ben Miller", email: "ben@example.com", password: "another horse battery" };

/** The files of a ZIP archive, by its directory. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    files.set(name, (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString());
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

test.describe("the end of an account", () => {
  test.use({ provoked: /api\/auth\/(sign-in|refresh)|status of 401 .*\/api\/(notices|overview)\b/ });

  test("what is lost is listed, taken along and deleted; another author keeps everything", async ({ page, url }) => {
    await signUp(page, url);
    const ada = await callAs(url);
    const ben = await callAsNew(url, BEN);
    const id = await makeNewsletter(ada, "The Slow Web", 3);
    await makeNewsletter(ada, "Side Notes", 0);
    const bens = await makeNewsletter(ben, "Ben's Letters", 2);
    const html_content = "<p>Take your time.</p>";
    const { id: campaign } = await ada.call("POST", `/newsletters/${id}/campaigns`, { subject: "May", html_content });
    await ada.call("POST", "/templates", { name: "Plain", subject: "", blocks: [], theme: {}, is_active: true });
    const { key } = await ada.call<{ key: string }>("POST", "/api-keys", { name: "Script" });
    await followSystem(page);
    await page.goto(`${url}/settings/danger-zone`);

    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Account" });
    await expect(dialog).toContainText("Permanently delete your account and all data");
    await expect(dialog.getByRole("listitem")).toHaveText([
      "2 newsletters",
      "3 subscribers",
      "1 campaign",
      "1 template",
      "1 API key",
      "Every figure, setting and sign-in",
    ]);
    await expectAccessibleInBoth(page, "the last question");

    const started = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download my data" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("letterpress-export.zip");
    const files = unzip(await readFile(await download.path()));
    expect(JSON.parse(files.get("account.json") ?? "")).toMatchObject({ email: ADA.email });
    expect(files.get("newsletters.json")).toContain("Side Notes");
    expect(files.get(`subscribers/${id}.csv`)).toContain("reader3@example.net");
    expect(files.get(`campaigns/${campaign}.html`)).toContain("Take your time.");
    expect([...files.values()].join()).not.toMatch(/Ben's Letters|correct horse/);
    await expect(dialog.getByText("Downloaded. Check the file before you continue.")).toBeVisible();

    const sure = dialog.getByRole("button", { name: "Delete Account" });
    await expect(sure).toBeDisabled();
    await dialog.getByLabel(`Type ${ADA.email} to confirm`).fill(BEN.email);
    await expect(sure).toBeDisabled();
    await dialog.getByLabel(`Type ${ADA.email} to confirm`).fill(ADA.email);
    await expect(sure).toBeDisabled();
    await dialog.getByLabel("Password").fill(ADA.password);
    await sure.click();
    await expect(page.getByText("Please sign in to access the newsletter management dashboard.")).toBeVisible();
    await expect(page).toHaveURL(`${url}/`);
    await page.reload();
    await expect(page.getByText("Please sign in to access the newsletter management dashboard.")).toBeVisible();

    await page.getByRole("button", { name: "Sign in" }).last().click();
    await page.getByLabel("Email").fill(ADA.email);
    await page.getByLabel("Password").fill(ADA.password);
    const signIn = page.getByRole("dialog");
    await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(signIn.getByText(/wrong/i)).toBeVisible();
    expect(await new Caller(url, key).status("GET", "/newsletters")).toBe(401);
    expect(await ada.status("GET", "/newsletters")).toBe(401);
    expect(await ben.call<unknown[]>("GET", "/newsletters")).toHaveLength(1);
    expect(await ben.call<unknown[]>("GET", `/newsletters/${bens}/subscribers`)).toHaveLength(2);
  });
});
