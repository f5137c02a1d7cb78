// A campaign from the calendar to its report: scheduled, checked, sent, opened, clicked, sent again.
import type { APIRequestContext, Page } from "@playwright/test";
import { api } from "./editor.js";
import { expect, expectAccessible, signUp, test } from "./installation.js";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const READERS = 24;
const HTML = `<h1>Autumn</h1><p>What grew, what we picked and what we cooked, in twenty words or a few more, as every month of the year.</p>
  <p><a href="https://example.net/garden">The garden</a> <a href="https://example.net/kitchen?a=1&amp;b=2">The kitchen</a></p>`;

async function picture(page: Page, name: string) {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  for (const [theme, width] of [
    ["dark", 1440],
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.evaluate((theme) => {
      document.documentElement.classList.remove("light", "dark");
      document.documentElement.classList.add(theme);
    }, theme);
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** When the clocks of Europe jump from two to three. */
function lastSundayOfMarch(year: number): string {
  const last = new Date(Date.UTC(year, 2, 31));
  last.setUTCDate(31 - last.getUTCDay());
  return last.toISOString().slice(0, 10);
}

/** Nobody has to scroll further than three screens, at a desk or on a phone. */
async function expectShort(page: Page, what: string) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    expect(screens, `screens of ${what} at ${width}`).toBeLessThanOrEqual(3);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Opens and clicks as readers' programs would. */
async function read(request: APIRequestContext, call: Awaited<ReturnType<typeof api>>, campaigns: string, id: number) {
  const mails = await call.get(`${campaigns}/${id}/deliveries?limit=1000`);
  for (const [at, { captured_mail_id: mail }] of mails.entries()) {
    const { html } = await call.get(`/api/captured-mail/${mail}?links=as_sent`);
    const clicks = [...html.matchAll(/href="([^"]*\/t\/c\/[^"]*)"/g)].map((found) => found[1]);
    const pixel = /src="([^"]*\/t\/o\/[^"]*)"/.exec(html)?.[1];
    const ask = (target: string | undefined, agent: string) =>
      request.get(target ?? "", { headers: { "user-agent": agent }, maxRedirects: 0 });
    // The first link is the one that nobody sees. Twelve people, four of whom click; a proxy; a scanner.
    if (at < 12) await ask(pixel, PERSON);
    if (at < 4) await ask(clicks[1 + (at % 2)], PERSON);
    if (at === 12) await ask(pixel, "Mozilla/5.0");
    if (at === 13) for (const link of clicks) await ask(link, PERSON);
  }
}

test("a campaign is scheduled, taken back, checked, sent, read and sent again", async ({ page, url, request }) => {
  await signUp(page, url);
  const call = await api(page, url);
  const newsletter = await call.post("/api/newsletters", {
    name: "The garden",
    from_name: "Ada",
    from_prefix: "garden",
  });
  for (let n = 1; n <= READERS; n++)
    await call.post(`/api/newsletters/${newsletter.id}/subscribers`, {
      email: `reader${n}@example.org`,
      first_name: n > 3 ? `Reader ${n}` : null,
    });
  const campaigns = `/api/newsletters/${newsletter.id}/campaigns`;
  const campaign = await call.post(campaigns, { subject: "Autumn, {{ subscriber.first_name }}", html_content: HTML });
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  const card = page.locator(`#campaign-${campaign.id}`);

  await test.step("onto the calendar and off it", async () => {
    await card.getByRole("button", { name: "Schedule" }).click();
    const dialog = page.getByRole("dialog", { name: "Schedule Campaign" });
    // The clocks of Madrid jump over this time.
    const day = lastSundayOfMarch(new Date().getUTCFullYear() + 1);
    await dialog.getByLabel("Date").fill(day);
    await dialog.getByLabel("Time", { exact: true }).fill("02:30");
    await dialog.getByRole("combobox", { name: "Time zone" }).fill("Europe/Madrid");
    await page.getByRole("option", { name: "Europe/Madrid" }).click();
    await expect(dialog.getByText(/doesn't exist in Europe\/Madrid/)).toBeVisible();
    await expectAccessible(page, "the calendar");
    await picture(page, "schedule");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(card.getByText(/Scheduled for/)).toBeVisible();
    expect((await call.get(`${campaigns}/${campaign.id}`)).scheduled_at).toBe(`${day}T01:30:00.000Z`);
    await expectAccessible(page, "a scheduled campaign");
    await picture(page, "scheduled");
    await card.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Move to drafts" }).click();
    await expect(card.getByText("Draft")).toBeVisible();
  });

  await test.step("checked and sent", async () => {
    await card.getByRole("button", { name: "Send Campaign" }).click();
    const dialog = page.getByRole("dialog", { name: "Send Campaign" });
    await expect(dialog.getByText(/3 subscribers have no .* and would see a gap/)).toBeVisible();
    await expect(dialog.getByText(`${READERS} subscribers`).first()).toBeVisible();
    await expectAccessible(page, "the checks before sending");
    await picture(page, "send");
    await dialog.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText("Campaign sent successfully!")).toBeVisible();
    await expect.poll(async () => (await call.get(`${campaigns}/${campaign.id}`)).status).toBe("sent");
  });

  await test.step("read by people, a proxy and a scanner", async () => {
    await read(request, call, campaigns, campaign.id);
    const figures = async () => {
      const { opens, clicks, privacy_opens, robot_clicks } = await call.get(`${campaigns}/${campaign.id}/report`);
      return { opens, clicks, privacy_opens, robot_clicks };
    };
    await expect.poll(figures).toEqual({ opens: 12, clicks: 4, privacy_opens: 1, robot_clicks: 2 });
  });

  await test.step("the report", async () => {
    await page.goto(`${url}/campaigns`);
    await card.getByRole("link", { name: "View Report" }).click();
    await expect(page.getByText("50.0%").first()).toBeVisible();
    await expectAccessible(page, "the report");
    await expectShort(page, "the report");
    await picture(page, "report");
    const tab = (name: string) => page.getByRole("tab", { name }).click();
    await tab("Links");
    await expect(page.getByText("https://example.net/kitchen?a=1&b=2").first()).toBeVisible();
    const map = page.frameLocator("iframe[title^='Clicks in']");
    await expect(map.locator("[data-clicks='1']")).toHaveText("2");
    await expectAccessible(page, "the links of a report");
    await tab("Subscribers");
    await page.getByLabel("Show").selectOption("Clicked");
    await expect(page.getByText("Showing 4 of 4 subscribers")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Showing 4 of 4 subscribers")).toBeVisible();
    await expectAccessible(page, "the subscribers of a report");
    await tab("Emails");
    await expect(
      page
        .frameLocator("iframe[title^='Autumn']")
        .getByText(/kitchen/i)
        .first(),
    ).toBeVisible();
    await expectAccessible(page, "the emails of a report");
    await tab("Log");
    await expect(page.getByText("Finished")).toBeVisible();
    await expectAccessible(page, "the log of a report");
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Emails", selected: true })).toBeVisible();
  });

  await test.step("Analytics and Overview", async () => {
    await page.getByRole("link", { name: "Analytics" }).first().click();
    await expect(page.getByText("50.0%").first()).toBeVisible();
    await expectAccessible(page, "Analytics");
    await picture(page, "analytics");
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(page.getByText("50.0%").first()).toBeVisible();
    await expectAccessible(page, "Overview");
    await picture(page, "overview");
  });

  await test.step("once more to those who did not open it", async () => {
    await page.goto(`${url}/campaigns`);
    await card.getByRole("link", { name: "View Report" }).click();
    await page.getByRole("button", { name: "Resend to non-openers" }).click();
    // The address of the report has "/campaigns" in it too: only the new card says that the call is answered.
    await expect(page).toHaveURL(/\/campaigns#campaign-\d+$/);
    await expect(page.locator("[id^=campaign-] span", { hasText: /^Draft$/ }).first()).toBeVisible();
    const [draft] = await call.get(campaigns);
    expect(draft.segment).toEqual({ kind: "not_opened", campaign_id: campaign.id });
    const run = await call.get(`${campaigns}/${draft.id}/dry-run`);
    // The scanner's reader did not open it, as far as anybody knows.
    expect(run.recipients).toBe(READERS - 12);
  });
});
