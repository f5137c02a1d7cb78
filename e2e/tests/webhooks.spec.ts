// Webhooks from the settings to a receiver that checks every signature with the library of Standard Webhooks.
import type { Page } from "@playwright/test";
import { type Caller, callAs, expectAccessibleInBoth, followSystem, makeNewsletter } from "./author.js";
import { test as base, expect, signUp } from "./installation.js";
import { type Got, type Receiver, startReceiver, verified } from "./webhook-receiver.js";

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern.
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

const PRIVATE =
  "This address is inside a private network, where webhooks are not sent. Give one of the public Internet.";

async function openSettings(page: Page, url: string) {
  await page.goto(`${url}/settings/api`);
  await expect(page.getByLabel("Webhook URL")).toBeVisible();
}

interface Webhook {
  disabled_at: string | null;
  last_delivery: { attempts: number } | null;
}

/** Makes a webhook for subscriber changes beside the defaults; the secret that is shown this once. */
async function makeWebhook(page: Page, url: string): Promise<string> {
  await page.getByLabel("Webhook URL").fill(url);
  await page.getByLabel("Subscriber Changes").check();
  await page.getByRole("button", { name: "Save API Settings" }).click();
  const secret = page.getByLabel("Signing secret");
  await expect(secret).toHaveValue(/^whsec_\S{20,}$/);
  return await secret.inputValue();
}

const addReader = (author: Caller, newsletter: number, email: string) =>
  author.call("POST", `/newsletters/${newsletter}/subscribers`, { email });

const isFor = (email: string) => (got: Got) => got.body.includes(email);

test.describe("a receiver beside the server", () => {
  test.use({ settings: { LETTERPRESS_ALLOW_PRIVATE_WEBHOOKS: "true" } });

  test("is tested, told of every event in order, and changes over to a new secret", async ({ page, url, receiver }) => {
    await signUp(page, url);
    await followSystem(page);
    const ada = await callAs(url);
    const newsletter = await makeNewsletter(ada, "The Slow Web", 0);
    await openSettings(page, url);
    const test_ = page.getByRole("button", { name: "Test Webhook" });
    await expect(test_).toBeDisabled();

    await test.step("what will not do", async () => {
      await page.getByLabel("Webhook URL").fill("nowhere");
      for (const box of ["Email Opens", "Email Clicks"]) await page.getByLabel(box).uncheck();
      await page.getByRole("button", { name: "Save API Settings" }).click();
      await expect(page.getByLabel("Webhook URL")).toHaveAccessibleDescription(
        "Enter an address, such as https://example.com/hooks/letterpress.",
      );
      await expect(page.getByText("Choose at least one.")).toBeVisible();
      await expect(page.getByLabel("Webhook URL")).toHaveValue("nowhere");
      for (const box of ["Email Opens", "Email Clicks"]) await page.getByLabel(box).check();
    });

    const secret = await makeWebhook(page, `${receiver.url}/letterpress`);
    await test.step("a test", async () => {
      await test_.click();
      await expect(page.getByText("Test arrived")).toBeVisible();
      await expect(page.getByText(/^Last: test, .* Answered 204 in [\d,]+ ms$/)).toBeVisible();
      const [got] = receiver.got.splice(0);
      expect(got?.path).toBe("/letterpress");
      expect(got && verified(got, secret)).toMatchObject({ type: "test" });
      expect(() => got && verified({ ...got, body: `${got.body} ` }, secret)).toThrow();
      await expectAccessibleInBoth(page, "a webhook that was tested");
    });

    await test.step("its settings after a reload", async () => {
      await page.reload();
      await expect(page.getByLabel("Webhook URL")).toHaveValue(`${receiver.url}/letterpress`);
      await expect(page.getByLabel("Subscriber Changes")).toBeChecked();
      await expect(page.getByLabel("Email Bounces")).not.toBeChecked();
      await expect(page.getByLabel("Signing secret")).toHaveCount(0);
      expect(await page.content()).not.toContain(secret);
    });

    await test.step("events in their order", async () => {
      for (let n = 1; n <= 20; n++) await addReader(ada, newsletter, `reader${n}@example.net`);
      await expect.poll(() => receiver.got.length).toBe(20);
      const events = receiver.got.splice(0).map((got) => verified(got, secret));
      expect(events.map(({ type }) => type)).toEqual(events.map(() => "subscriber.created"));
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
      expect(events.map(({ data }) => data.email)).toEqual(events.map((_, at) => `reader${at + 1}@example.net`));
    });

    await test.step("a new secret beside the old one", async () => {
      await page.getByRole("button", { name: "Rotate secret" }).click();
      const question = page.getByRole("alertdialog", { name: "Rotate secret" });
      await expectAccessibleInBoth(page, "the question before a secret is rotated");
      await question.getByRole("button", { name: "Rotate secret" }).click();
      await expect(page.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
      const renewed = await page.getByLabel("Signing secret").inputValue();
      expect(renewed).not.toBe(secret);
      await addReader(ada, newsletter, "last@example.net");
      await expect.poll(() => receiver.got.length).toBe(1);
      const [got] = receiver.got.splice(0);
      for (const known of [renewed, secret])
        expect(got && verified(got, known)).toMatchObject({ type: "subscriber.created", sequence: 21 });
      expect(() => got && verified(got, `whsec_${btoa("a secret of somebody else")}`)).toThrow();
    });

    await test.step("and another webhook with a sequence of its own", async () => {
      await page.getByRole("button", { name: "Add another" }).click();
      const second = page.getByRole("group", { name: "Webhook 2" });
      await second.getByLabel("Webhook URL").fill(`${receiver.url}/second`);
      await second.getByLabel("Subscriber Changes").check();
      await second.getByRole("button", { name: "Save Webhook" }).click();
      const own = await second.getByLabel("Signing secret").inputValue();
      await addReader(ada, newsletter, "both@example.net");
      await expect.poll(() => receiver.got.length).toBe(2);
      const got = receiver.got.find(({ path }) => path === "/second");
      expect(got && verified(got, own)).toMatchObject({ sequence: 1 });
    });
  });

  test("that fails is shown with its answer, and gets the event again", async ({ page, url, receiver }) => {
    await signUp(page, url);
    await followSystem(page);
    const ada = await callAs(url);
    const newsletter = await makeNewsletter(ada, "The Slow Web", 0);
    await openSettings(page, url);
    const secret = await makeWebhook(page, `${receiver.url}/hook`);
    const webhook = async () => {
      const [kept] = await ada.call<Webhook[]>("GET", "/webhooks");
      return kept;
    };

    await test.step("once: it is tried again by itself", async () => {
      receiver.answer({ status: 503 }, { status: 200, body: "thanks" });
      await addReader(ada, newsletter, "patient@example.net");
      await expect.poll(() => receiver.got.length).toBe(2);
      const [first, again] = receiver.got.splice(0);
      expect(again && verified(again, secret)).toEqual(first && verified(first, secret));
      expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    });

    receiver.answer({ status: 500, body: "The disk is full." });
    await addReader(ada, newsletter, "lost@example.net");
    await expect.poll(() => receiver.got.filter(isFor("lost@example.net")).length).toBeGreaterThan(0);
    const deliveries = page.getByRole("dialog", { name: "Deliveries" });
    const failing = deliveries.getByRole("button", { name: /The receiver answered with status 500\./ });
    await page.getByRole("button", { name: "Deliveries" }).click();
    await expect(failing).toContainText("Retrying");
    // The next time it tries by itself, which is minutes away, is nobody's who sends it again by hand.
    await expect.poll(async () => (await webhook())?.last_delivery?.attempts).toBe(2);
    await failing.click();
    await expect(deliveries.getByText("The disk is full.")).toBeVisible();
    await expect(deliveries.getByText(/"email": "lost@example\.net"/)).toBeVisible();
    await expectAccessibleInBoth(page, "the deliveries");

    await test.step("sent again by hand", async () => {
      receiver.got.length = 0;
      receiver.answer({ status: 200, body: "Taken." });
      await deliveries.getByRole("button", { name: "Replay" }).click();
      await expect.poll(() => receiver.got.length).toBe(1);
      const [got] = receiver.got.splice(0);
      expect(got && verified(got, secret)).toMatchObject({ type: "subscriber.created", sequence: 2 });
      expect(got?.body).toContain("lost@example.net");
      await deliveries.getByLabel("State").selectOption({ label: "Delivered" });
      await expect(deliveries.getByRole("button", { name: /Answered 200/ })).toHaveCount(2);
    });
    await page.keyboard.press("Escape");

    await test.step("redirects lead nowhere", async () => {
      for (const location of ["http://169.254.169.254/latest/meta-data", `${receiver.url}/inside`]) {
        receiver.answer({ status: 302, headers: { location } });
        await page.getByRole("button", { name: "Test Webhook" }).click();
        const result = page.getByRole("status").filter({ hasText: "Test failed" });
        await expect(result).toContainText("The receiver redirects (302), which is not followed: give its final URL.");
        await expect(page.getByRole("button", { name: "Test Webhook" })).toBeEnabled();
      }
      expect(receiver.got.map(({ path }) => path)).toEqual(["/hook", "/hook"]);
    });

    await test.step("410 ends it", async () => {
      receiver.answer({ status: 410 });
      await addReader(ada, newsletter, "gone@example.net");
      await expect.poll(() => receiver.got.filter(isFor("gone@example.net")).length).toBe(1);
      await expect.poll(async () => (await webhook())?.disabled_at).not.toBeNull();
      await page.reload();
      await expect(page.getByText(/^Disabled on /)).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessibleInBoth(page, "a webhook that was disabled");
      await page.getByRole("button", { name: "Deliveries" }).click();
      await expect(deliveries.getByRole("listitem").first()).toBeVisible();
      await expectAccessibleInBoth(page, "what it was told");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Remove" }).click();
      await page.getByRole("alertdialog", { name: "Remove webhook" }).getByRole("button", { name: "Remove" }).click();
      await expect(page.getByLabel("Webhook URL")).toHaveValue("");
    });
  });
});

test.describe("addresses of our own network", () => {
  test.use({ provoked: /status of 422/ });

  test("are refused at the field", async ({ page, url, receiver }) => {
    await signUp(page, url);
    await openSettings(page, url);
    const field = page.getByLabel("Webhook URL");
    const port = new URL(receiver.url).port;
    for (const address of [
      receiver.url,
      `http://localhost:${port}/`,
      `http://2130706433:${port}/`,
      "http://[::1]/",
      "http://169.254.169.254/latest/meta-data",
      "https://10.1.2.3/hook",
    ]) {
      await field.fill(address);
      await page.getByRole("button", { name: "Save API Settings" }).click();
      await expect(field).toHaveAccessibleDescription(PRIVATE);
      await expect(field).toHaveValue(address);
      // The next refusal is one of its own.
      await field.fill("");
      await expect(field).not.toHaveAccessibleDescription(PRIVATE);
    }
    await test.step("a name that nobody has may come to be, and is judged when it is asked", async () => {
      await field.fill("https://hooks.letterpress.invalid/");
      await page.getByRole("button", { name: "Save API Settings" }).click();
      await expect(page.getByLabel("Signing secret")).toBeVisible();
      await page.getByRole("button", { name: "Test Webhook" }).click();
      const result = page.getByRole("status").filter({ hasText: "Test failed" });
      await expect(result).toContainText("hooks.letterpress.invalid");
    });
    expect(receiver.got).toEqual([]);
  });
});
