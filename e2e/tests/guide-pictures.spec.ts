// The pictures of the guide, taken from a small installation. `GUIDE_PICTURES=1 npm test -- guide-pictures` writes them
// into docs/guide/images; every other run takes them too, so that a page never shows what is not there any more.
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, Locator, Page, TestInfo } from "@playwright/test";
import { starters } from "../../web/src/email/starters/index.ts";
import { api } from "./editor.js";
import { test as base, expect, signUp } from "./installation.js";
import { type NameServer, startNameServer } from "./name-server.js";

const GUIDE = fileURLToPath(new URL("../../docs/guide/", import.meta.url));
const IMAGES = join(GUIDE, "images");
const LARGEST = 120 * 1024;
const ALL = 700 * 1024;

const ZONE = "example.com";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NAMES = "Anna Ben Carla David Elif Farid Greta Hugo Ines Jonas Kaya Luis Mara Nils Olga Paul".split(" ");
const TOWNS = ["Harwich", "Lisbon", "Bergen", "Ostend"];
const READERS = 160;

const CSV = `E-mail,First name,Town\n${Array.from({ length: READERS }, (_, n) => {
  const name = NAMES[n % NAMES.length] ?? "";
  return `${name.toLowerCase()}${n}@example.com,${n % 40 === 7 ? "" : name},${TOWNS[n % TOWNS.length]}`;
}).join("\n")}\n`;

const LETTER = `<h1>What the tide left</h1><p>Dear {{ subscriber.first_name | default("reader") }}, the autumn storms have
turned the beach over. Three finds, two of them older than the pier, and one walk for a dry afternoon.</p>
<h2>Three finds</h2><p>A clay pipe, a brass button of the harbour police, and a board from a boat that nobody misses.
<a href="https://example.com/finds">See all three</a></p>
<h2>One walk</h2><p>Out along the mole at low water, back over the dunes. Six kilometres, and coffee in the middle.
<a href="https://example.com/walk">The map</a> · <a href="https://example.com/tides">Tide tables for December</a></p>
<p>See you at the mole,<br>The Harbour Letter</p>`;

const test = base.extend<{ names: NameServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  names: async ({}, use) => {
    const names = await startNameServer(ZONE);
    await use(names);
    await names.stop();
  },
  settings: async ({ names }, use) => {
    await use({ LETTERPRESS_DNS: names.address, LETTERPRESS_SPF: "ip4:192.0.2.10" });
  },
});

test.use({ colorScheme: "dark", viewport: { width: 1180, height: 1000 } });

type Call = Awaited<ReturnType<typeof api>>;

/** Takes pictures and remembers their names. */
function camera(page: Page, info: TestInfo) {
  const taken: string[] = [];
  const folder = process.env.GUIDE_PICTURES === "1" ? IMAGES : info.outputDir;
  mkdirSync(folder, { recursive: true });
  /** What is in the window of an element, with some ground around it, or of its upper part. */
  const take = async (name: string, what: Locator, { pad = 0, height = Number.POSITIVE_INFINITY } = {}) => {
    await page.evaluate(() => {
      const withoutToasts = new CSSStyleSheet();
      withoutToasts.replaceSync("[data-sonner-toaster] { display: none }");
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, withoutToasts];
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.mouse.move(0, 0);
    if (height === Number.POSITIVE_INFINITY) await what.scrollIntoViewIfNeeded();
    else await page.evaluate(() => scrollTo(0, 0));
    const box = await what.boundingBox();
    const window = page.viewportSize();
    if (!box || !window) throw new Error(`${name} is not on the screen`);
    const [x, y] = [Math.max(0, box.x - pad), Math.max(0, box.y - pad)];
    const right = Math.min(window.width, box.x + box.width + pad);
    const bottom = Math.min(window.height, box.y + Math.min(box.height, height) + pad);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path, clip: { x, y, width: right - x, height: bottom - y } });
    expect(statSync(path).size, `bytes of ${name}`).toBeLessThanOrEqual(LARGEST);
    taken.push(`${name}.png`);
  };
  return { take, taken };
}

/** Half of the readers open it, some of them follow a link. */
async function read(request: APIRequestContext, call: Call, campaign: string) {
  const mails = await call.get(`${campaign}/deliveries?limit=1000`);
  for (const [at, { captured_mail_id: mail }] of mails.entries()) {
    if (at % 2 === 1) continue;
    const { html } = await call.get(`/api/captured-mail/${mail}?links=as_sent`);
    const ask = (target: string | undefined) =>
      request.get(target ?? "", { headers: { "user-agent": PERSON }, maxRedirects: 0 });
    await ask(/src="([^"]*\/t\/o\/[^"]*)"/.exec(html)?.[1]);
    // The first link is the one that nobody sees.
    const links = [...html.matchAll(/href="([^"]*\/t\/c\/[^"]*)"/g)].slice(1);
    if (at % 8 === 0) await ask(links[at % 24 === 0 ? 1 : at % 40 === 0 ? 2 : 0]?.[1]);
  }
}

const named = () =>
  readdirSync(GUIDE)
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...readFileSync(join(GUIDE, file), "utf8").matchAll(/!\[[^\]]{20,}\]\(images\/([^)]+)\)/g)].map(
        ([, name]) => name,
      ),
    )
    .sort();

test("every picture of the guide is what the dashboard shows", async ({ page, url, names, request }, info) => {
  const { take, taken } = camera(page, info);
  await signUp(page, url);
  const call = await api(page, url);

  const domain = await test.step("a domain", async () => {
    const { domain } = await call.post("/api/domains/register", {
      domain: `news.${ZONE}`,
      notes: "For The Harbour Letter",
    });
    await page.goto(`${url}/domains?domain=${domain.id}`);
    const details = page.getByRole("dialog", { name: `news.${ZONE}` });
    await expect(details.getByRole("listitem").filter({ hasText: "Not checked" })).toHaveCount(5);
    const zone = await page.request.get(`${url}/api/domains/${domain.id}/zone`, { headers: call.headers });
    await names.publish(await zone.text());
    await details.getByRole("button", { name: "Verify now" }).click();
    await expect(details.getByRole("listitem").filter({ hasText: "Found" })).toHaveCount(5);
    await details.getByRole("heading", { name: "DNS Records" }).evaluate((heading) => heading.scrollIntoView());
    await take("domain", details);
    return domain;
  });

  const newsletter = await call.post("/api/newsletters", {
    name: "The Harbour Letter",
    description: "Ships, tides and what they leave behind. Every other Friday.",
    from_name: "The Harbour Letter",
    from_prefix: "letter",
    domain_id: domain.id,
  });
  const campaigns = `/api/newsletters/${newsletter.id}/campaigns`;

  await test.step("readers", async () => {
    await page.goto(`${url}/subscribers#import-csv`);
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "harbour.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
    await expect(page.getByRole("cell", { name: /^anna0@example\.com/ })).toBeVisible();
    await take("import", page.getByRole("dialog"));
    await page.getByRole("button", { name: "Start import" }).click();
    await expect(page.getByRole("dialog", { name: "Import finished" })).toContainText(String(READERS));
  });

  await test.step("a template", async () => {
    const starter = starters(url).find(({ id }) => id === "photo-journal");
    const template = await call.post("/api/templates", { name: "Harbour issue", ...starter?.document });
    await page.setViewportSize({ width: 1240, height: 760 });
    await page.goto(`${url}/templates/${template.id}/edit`);
    await page.getByRole("tree", { name: "Email" }).getByRole("treeitem").nth(1).click();
    await expect(page.getByText("Select a component to edit its properties")).toHaveCount(0);
    await take("editor", page.locator("body"));
    await page.setViewportSize({ width: 1180, height: 1000 });
  });

  await test.step("a campaign, and what is known before it is sent", async () => {
    await page.goto(`${url}/campaigns#create-campaign`);
    const form = page.getByRole("dialog", { name: "Create Campaign" });
    await form.getByLabel("Newsletter", { exact: true }).selectOption({ label: "The Harbour Letter" });
    await form.getByLabel("Subject Line").fill("{{ subscriber.first_name }}, this is what the tide left");
    await form.getByLabel("HTML Content").fill("<h1>What the tide left</h1>\n<p>Three finds and a walk.</p>");
    await form.getByRole("button", { name: "Create Draft Campaign" }).click();
    // The list has such a button as well, until the campaign's page is there.
    await expect(page.getByRole("heading", { name: "Edit Campaign" })).toBeVisible();
    await page.getByRole("button", { name: "Send Campaign" }).click();
    const sheet = page.getByRole("dialog", { name: "Send Campaign" });
    await expect(sheet.getByText(/4 subscribers have no .* and would see a gap/)).toBeVisible();
    await take("before-sending", sheet);
  });

  await test.step("a campaign while it is written", async () => {
    const journal = starters(url).find(({ id }) => id === "photo-journal")?.document;
    const content = { subject: journal?.subject, blocks: journal?.blocks, theme: journal?.theme };
    const { id } = await call.post(campaigns, { ...content, html_content: "<p>Postcards</p>" });
    await page.goto(`${url}/campaigns/${newsletter.id}/${id}/edit`);
    await expect(page.getByRole("region", { name: /^Image/ }).first()).toBeVisible();
    await expect(page.getByText(/checks passed/)).toBeVisible();
    await page.setViewportSize({ width: 1240, height: 860 });
    await take("writing", page.locator("body"), { height: 860 });
    await page.setViewportSize({ width: 1180, height: 1000 });
  });

  const sent = await test.step("a campaign that was sent and read", async () => {
    const { id } = await call.post(campaigns, { subject: "What the tide left", html_content: LETTER });
    await call.post(`${campaigns}/${id}/send`, {});
    const report = `${campaigns}/${id}`;
    await expect.poll(async () => (await call.get(report)).status).toBe("sent");
    await read(request, call, report);
    const figures = async () => {
      const { opens, clicks } = await call.get(`${report}/report`);
      return { opens, clicks };
    };
    await expect.poll(figures).toEqual({ opens: READERS / 2, clicks: READERS / 8 });
    return id;
  });

  await test.step("its report", async () => {
    await page.goto(`${url}/campaigns/${newsletter.id}/${sent}/report`);
    await expect(page.getByText("50.0%").first()).toBeVisible();
    await take("report", page.locator("main"), { pad: 24, height: 470 });
    await page.getByRole("tab", { name: "Links" }).click();
    const links = page.getByRole("region", { name: "Links", exact: true });
    await links.scrollIntoViewIfNeeded();
    await expect(page.frameLocator("iframe[title^='Clicks in']").locator("[data-clicks='1']")).toBeVisible();
    await take("links", links, { pad: 24 });
  });

  await test.step("Overview", async () => {
    await page.goto(url);
    await expect(page.getByText("50.0%").first()).toBeVisible();
    await page.getByRole("button", { name: /^Dismiss/ }).click();
    await expect(page.getByRole("button", { name: /^Dismiss/ })).toHaveCount(0);
    await take("overview", page.locator("body"), { height: 600 });
  });

  await test.step("Settings", async () => {
    await page.goto(`${url}/settings#security`);
    await expect(page.getByText("This device")).toBeVisible();
    await take("security", page.getByRole("region", { name: "Security" }), { pad: 24 });
  });

  await test.step("what readers see", async () => {
    await page.goto(`${url}/n/${newsletter.public_id}`);
    await expect(page.getByRole("heading", { name: "The Harbour Letter" })).toBeVisible();
    await take("public-page", page.locator("main"), { pad: 32 });
  });

  // A page never shows a picture that is not made here, and none lies there for nobody.
  expect(named()).toEqual([...taken].sort());
  expect(readdirSync(IMAGES).sort()).toEqual([...taken].sort());
  const bytes = taken.reduce((sum, name) => sum + statSync(join(IMAGES, name)).size, 0);
  expect(bytes, "bytes of all pictures").toBeLessThanOrEqual(ALL);
});
