// From a fresh server over sample data to a checklist that ticks itself; and a newsletter that speaks German.
import { type Caller, callAs, expectAccessibleInBoth, followSystem, makeNewsletter } from "./author.js";
import { expect, expectAccessible, signUpByForm, test } from "./installation.js";

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test("a fresh server leads to the first account, and its Overview to the first issue", async ({ page, url }) => {
  await page.goto(url);
  await expect(page.getByRole("button", { name: "Create the first account" })).toBeVisible();
  await signUpByForm(page, url);
  await followSystem(page);
  const list = page.getByRole("region", { name: "Get started" });
  await expect(list.getByText("0 of 5 done")).toBeVisible();

  await test.step("sample data comes and goes", async () => {
    await list.getByRole("button", { name: "Add sample data" }).click();
    await expect(list.getByRole("button", { name: "Remove sample data" })).toBeVisible();
    await expect(list.getByText("0 of 5 done")).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectAccessibleInBoth(page, "the Overview of a new account");
    }
    await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
    await page.goto(`${url}/newsletters`);
    await expect(page.getByRole("heading", { name: "Sample newsletter" })).toBeVisible();
    await page.goto(url);
    await list.getByRole("button", { name: "Remove sample data" }).click();
    await expect(page.getByText("Sample data removed.")).toBeVisible();
    await page.goto(`${url}/newsletters`);
    await expect(page.getByText("No newsletters yet")).toBeVisible();
  });

  await test.step("what is done is ticked", async () => {
    await makeNewsletter(await callAs(url), "The Slow Web", 1);
    await page.goto(url);
    await expect(list.getByText("2 of 5 done")).toBeVisible();
    await list.getByRole("button", { name: "Hide the checklist" }).click();
    await expect(list).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(list).toBeVisible();
    await list.getByRole("link", { name: "Write campaign" }).click();
    await expect(page.getByRole("dialog", { name: "Create Campaign" })).toBeVisible();
  });

  await test.step("a template begins with one click", async () => {
    await page.goto(`${url}/templates`);
    const starters = page.getByRole("region", { name: "Start from" });
    await expect(starters.getByRole("link").first()).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectAccessibleInBoth(page, "templates to start from");
    }
    await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
    await starters.getByRole("link", { name: "Start from Welcome" }).click();
    await expect(page.getByPlaceholder("Email subject line...")).toHaveValue("Welcome to {{ newsletter.name }}");
  });
});

async function speaksGerman(author: Caller): Promise<string> {
  const id = await makeNewsletter(author, "Langsames Netz", 0);
  await author.call("PUT", `/newsletters/${id}`, { language: "de" });
  const { public_id } = await author.call<{ public_id: string }>("GET", `/newsletters/${id}`);
  return public_id;
}

test.describe("provoked", () => {
  test.use({ provoked: /status of 422/ });

  test("a German newsletter is German from the form to the email that asks for a confirmation", async ({
    page,
    url,
  }) => {
    await signUpByForm(page, url);
    const author = await callAs(url);
    await page.goto(`${url}/n/${await speaksGerman(author)}`);
    const seen = async (what: string) => {
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page, `${what}, ${colorScheme}`);
          if (process.env.E2E_SHOTS)
            await page.screenshot({ path: `${process.env.E2E_SHOTS}de-${what}-${colorScheme}-${size.width}.png` });
        }
      }
    };
    // A form that is sent within two seconds of its page is taken for a robot's.
    const readLikeAPerson = async () => {
      const shown = Date.now();
      await expect.poll(() => Date.now() - shown).toBeGreaterThan(2_000);
    };
    await seen("the form");
    await readLikeAPerson();
    await page.getByLabel("E-Mail-Adresse").fill("nix");
    await page.getByRole("button", { name: "Abonnieren" }).click();
    await expect(page.getByRole("alert")).toHaveText(/kann nicht stimmen/);
    await readLikeAPerson();
    await page.getByLabel("E-Mail-Adresse").fill("ida@example.net");
    await page.getByRole("button", { name: "Abonnieren" }).click();
    await expect(page.getByRole("heading", { name: "Bitte sehen Sie in Ihr Postfach" })).toBeVisible();
    const mail = await author.mail("Langsames Netz");
    expect(mail.subject).toBe("Bitte bestätigen: Langsames Netz");
    expect(mail.text).toContain("Guten Tag");
  });
});
