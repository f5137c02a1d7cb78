// A mail server that takes nothing, then something, then nothing from us; and what comes back of it days later.
import type { Locator, Page } from "@playwright/test";
import { type Caller, callAs, expectAccessibleInBoth, followSystem, makeNewsletter } from "./author.js";
import { test as base, expect, signUp } from "./installation.js";
import { deliver, type MailServer, startMailServer } from "./mail-server.js";
import { freePort, type NameServer, startNameServer } from "./name-server.js";

const ZONE = "example.test";
const NAME = `news.${ZONE}`;
const READERS = 60;

const test = base.extend<{ mail: MailServer; names: NameServer; bounces: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  mail: async ({}, use) => {
    const mail = await startMailServer();
    await use(mail);
    await mail.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  names: async ({}, use) => {
    const names = await startNameServer(ZONE);
    await use(names);
    await names.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  bounces: async ({}, use) => {
    await use(await freePort());
  },
  settings: async ({ mail, names, bounces }, use) => {
    await use({
      LETTERPRESS_MAIL_URL: mail.url,
      LETTERPRESS_DNS: names.address,
      LETTERPRESS_SPF: "ip4:192.0.2.10",
      LETTERPRESS_BOUNCE_LISTEN: `127.0.0.1:${bounces}`,
      LETTERPRESS_BOUNCE_HOST: `bounce.${ZONE}`,
    });
  },
});

/** Both themes, on a desk and on a phone. */
async function looked(page: Page, what: string, at?: Locator) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await at?.scrollIntoViewIfNeeded();
    await expectAccessibleInBoth(page, what);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function send(ada: Caller, newsletter: number, subject: string): Promise<number> {
  const campaigns = `/newsletters/${newsletter}/campaigns`;
  const { id } = await ada.call("POST", campaigns, { subject, html_content: `<p>${subject}, in a few words.</p>` });
  await ada.call("POST", `${campaigns}/${id}/send`, {});
  return id;
}

const failure = (to: string, status: string, words: string) => `From: MAILER-DAEMON@mx.${ZONE}
To: <${to}>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: text/plain

I could not deliver your mail.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.${ZONE}

Final-Recipient: rfc822; reader1@example.net
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${words}

--part--
`;

test("what the mail server does is told where it is looked for", async ({ page, url, mail, names, bounces }) => {
  await signUp(page, url);
  await followSystem(page);
  const ada = await callAs(url);

  const domain = await ada.call<{ id: number }>("POST", "/domains", { domain: NAME });
  await page.goto(`${url}/domains?domain=${domain.id}`);
  const details = page.getByRole("dialog", { name: NAME });
  await test.step("what to put into the DNS", async () => {
    const download = page.waitForEvent("download");
    await details.getByRole("button", { name: "Zone file" }).click();
    const zone = await (await (await download).createReadStream()).toArray();
    // A policy that sends its reports nowhere.
    await names.publish(
      Buffer.concat(zone)
        .toString()
        .replace(/p=none/, "p=none; rua=reports"),
    );
    await details.getByRole("button", { name: "Verify now" }).click();
    await expect(details.getByText("Verified", { exact: true }).first()).toBeVisible();
    await expect(details.getByText("No email sent from this domain in the last week.")).toBeVisible();
    await looked(page, "advice on a record", details.getByText("mailto:", { exact: false }).first());
  });

  const newsletter = await makeNewsletter(ada, "The Slow Web", READERS);
  await ada.call("PUT", `/newsletters/${newsletter}`, { domain_id: domain.id });
  await test.step("nothing leaves", async () => {
    mail.greet("421 4.3.2 closed for the night");
    const id = await send(ada, newsletter, "At dusk");
    await page.goto(`${url}/campaigns`);
    const card = page.locator(`#campaign-${id}`);
    // What is over within a minute is nobody's business.
    await expect(card.getByText(/No email has left since/)).toBeVisible({ timeout: 120_000 });
    await looked(page, "a campaign that stands still");
    await page.goto(`${url}/campaigns/${newsletter}/${id}/report`);
    await expect(page.getByText(/No email has left since/)).toBeVisible();
    await looked(page, "the report of a campaign that stands still");
    await page.goto(url);
    await expect(page.getByText("Your email isn't leaving")).toBeVisible();
    await looked(page, "a notice of mail that stands still");

    mail.answer((recipient) =>
      /reader[23]@/.test(recipient)
        ? "550 5.1.1 no such user here"
        : /reader4@/.test(recipient)
          ? "552 5.2.2 full"
          : null,
    );
    mail.greet();
    await page.goto(`${url}/campaigns/${newsletter}/${id}/report`);
    await expect(page.getByText(/No email has left since/)).toBeHidden({ timeout: 120_000 });
    await expect.poll(() => mail.taken.length, { timeout: 120_000 }).toBe(READERS - 3);
    const read = page.waitForResponse((answer) => answer.url().startsWith(`${url}/api/notices?`) && answer.ok());
    await page.goto(url);
    await read;
    await expect(page.getByText("Your email isn't leaving")).toBeHidden();
  });

  await test.step("reports come back", async () => {
    const [first] = mail.taken;
    const path = first?.from ?? "";
    await deliver(bounces, path, failure(path, "5.1.1", "550 5.1.1 no such user here"));
    for (const words of ["571 wir haben heute Ruhetag", "599 ~~~"]) {
      const other = mail.taken[1]?.from ?? "";
      await deliver(bounces, other, failure(other, "5.0.0", words));
    }
    await page.goto(`${url}/domains`);
    await expect(page.getByText("Bounce reports we couldn’t read")).toBeVisible();
    await looked(page, "reports that nobody understands");
    await page.getByRole("button", { name: "Undelivered Mail Returned to Sender" }).first().click();
    await expect(page.getByRole("dialog").getByText(/Final-Recipient/)).toBeVisible();
    await looked(page, "one of those reports");
    await page.goto(`${url}/domains?domain=${domain.id}`);
    await expect(details.getByRole("rowheader", { name: "Last hour" }).first()).toBeVisible();
    await looked(page, "how a domain fares", details.getByText(/By the hour each email was sent/));
  });

  await test.step("a campaign pauses itself", async () => {
    mail.answer(() => "554 5.7.1 your address is on a list of ours");
    const id = await send(ada, newsletter, "At dawn");
    await page.goto(`${url}/campaigns`);
    const help = page.locator(`#campaign-${id}`).getByRole("link", { name: "What to do" });
    await expect(help).toBeVisible({ timeout: 60_000 });
    await looked(page, "a campaign that paused itself");
    await help.click();
    await expect(page.getByRole("heading", { name: "When a campaign pauses itself" })).toBeVisible();
  });
});
