// What helps: the search box by keyboard alone, the API's reference, the guide, and Support.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { type Caller, callAs, callAsNew, expectAccessibleInBoth, followSystem } from "./author.js";
import { expect, expectAccessible, signUp, test } from "./installation.js";

const run = promisify(execFile);
const BEN = { name: "Ben", email: "ben@example.com", password: "correct horse battery" };
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function looksRight(page: Page, what: string) {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page, `${what} at ${size.width}`);
  }
}

/** Two authors with one of everything each, all of it called so. */
async function furnish(author: Caller, name: string) {
  const newsletter = await author.call("POST", "/newsletters", { name, from_name: name, from_prefix: "post" });
  const reader = { email: `${name.toLowerCase().replaceAll(" ", ".")}@example.net`, first_name: name };
  await author.call("POST", `/newsletters/${newsletter.id}/subscribers`, reader);
  const campaign = await author.call("POST", `/newsletters/${newsletter.id}/campaigns`, {
    subject: `${name} in May`,
    html_content: "<p>May</p>",
  });
  const template = await author.call("POST", "/templates", { name: `${name} template`, subject: "", blocks: [] });
  const host = `${name.toLowerCase().replaceAll(" ", "-")}.example.org`;
  const { domain } = await author.call<{ domain: { id: number } }>("POST", "/domains/register?domain_type=user", {
    domain: host,
  });
  return { newsletter: newsletter.id, campaign: campaign.id, template: template.id, domain: domain.id, host, reader };
}

const box = (page: Page) => page.getByRole("combobox", { name: "Search" });
const answers = (page: Page) => page.getByRole("listbox", { name: "Search results" });

/** ⌘K or Ctrl K, the words, arrows down to the answer, Enter. */
async function follow(page: Page, words: string, group: string, answer: string | RegExp, summon = "Control+k") {
  await page.keyboard.press(summon);
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(words);
  const option = answers(page).getByRole("group", { name: group }).getByRole("option", { name: answer }).first();
  await expect(option).toBeVisible();
  // At least once, and round where there is no other: what was walked to stays chosen whatever else is found.
  for (let at = 0; at === 0 || (at < 30 && (await option.getAttribute("aria-selected")) !== "true"); at++)
    await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toHaveCount(0);
}

test("the search finds everything of one's own by keyboard, and nothing of others", async ({ page, url }) => {
  await signUp(page, url);
  await followSystem(page);
  const ada = await callAs(url);
  const mine = await furnish(ada, "Harbour Letter");
  await furnish(await callAsNew(url, BEN), "Harbour of Ben");

  await test.step("where each answer leads", async () => {
    await follow(page, "harbour let", "Newsletters", /Harbour Letter/);
    await expect(page).toHaveURL(new RegExp(`/newsletters#newsletter-${mine.newsletter}$`));
    await expect(page.getByRole("heading", { name: "Harbour Letter" })).toBeVisible();
    await follow(page, "in may", "Campaigns", /Harbour Letter in May/, "Meta+k");
    await expect(page).toHaveURL(`${url}/campaigns/${mine.newsletter}/${mine.campaign}/edit`);
    await expect(page.getByLabel("Subject Line")).toHaveValue("Harbour Letter in May");
    await follow(page, "letter@example", "Subscribers", /harbour\.letter@example\.net/);
    await expect(page.getByRole("cell", { name: `Harbour Letter ${mine.reader.email}` })).toBeVisible();
    await follow(page, "letter temp", "Templates", /Harbour Letter template/);
    await expect(page).toHaveURL(`${url}/templates/${mine.template}/edit`);
    await expect(page.getByPlaceholder("Enter template name...")).toHaveValue("Harbour Letter template");
    await follow(page, "harbour-letter.ex", "Domains", mine.host);
    await expect(page.getByRole("dialog", { name: mine.host })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await follow(page, "import csv", "Actions", "Import subscribers");
    await expect(page.getByRole("dialog", { name: "Import CSV" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await follow(page, "analyt", "Go to", /^Go to Analytics/);
    await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
    await follow(page, "warm-up limits", "Guide", /Limits and health/);
    await expect(page).toHaveURL(`${url}/documentation/domains#limits-and-health`);
    await expect(page.getByRole("heading", { name: /^Limits and health/ })).toBeInViewport();
  });

  await test.step("a screen's name and Enter open the screen, not a text about it", async () => {
    for (const [typed, place] of [
      ["settings", "/settings/account"],
      ["analytics", "/analytics"],
      ["templates", "/templates"],
      ["overview", "/"],
      ["subscribers", "/subscribers"],
      ["webhook", "/settings/api#webhooks"],
      ["authenticator", "/settings/security#authenticator-app"],
      ["delete account", "/settings/danger-zone#danger-zone"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${url}${place}`);
    }
    await expect(page.getByRole("heading", { name: "Danger Zone" })).toBeInViewport();
  });

  await test.step("the answers narrow as one types", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("harbour");
    for (const group of ["Newsletters", "Campaigns", "Subscribers", "Templates", "Domains"])
      await expect(answers(page).getByRole("group", { name: group }).getByRole("option")).toHaveCount(1);
    await expect(answers(page).getByRole("option", { name: /Ben/i })).toHaveCount(0);
    await looksRight(page, "search");
    await page.keyboard.type(" of ben");
    await expect(page.getByText("Nothing found for “harbour of ben”")).toBeVisible();
    await expectAccessible(page, "search without an answer");
    await page.keyboard.press("Escape");
    await expect(box(page)).toHaveValue("");
  });

  await test.step("what is found is acted on without leaving the page", async () => {
    await page.goto(`${url}/support`);
    await expect(page.getByRole("heading", { name: "Support", level: 1 })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(answers(page).getByRole("group", { name: "Recent" })).toContainText("Harbour Letter in May");
    await page.keyboard.type("in may");
    const option = answers(page).getByRole("option", { name: /Harbour Letter in May/ });
    await expect(option).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowRight");
    const menu = page.getByRole("menu", { name: "Actions for Harbour Letter in May" });
    await expect(menu.getByRole("menuitem", { name: "Edit" })).toBeFocused();
    await looksRight(page, "search-actions");
    await page.keyboard.press("d");
    await expect(page.getByText("Campaign duplicated")).toBeVisible();
    await expect(menu).toHaveCount(0);
    await expect(page).toHaveURL(`${url}/support`);
    expect(await ada.call<unknown[]>("GET", "/campaigns?q=in+may")).toHaveLength(2);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("in may");
    await expect(answers(page).getByRole("group", { name: "Campaigns" }).getByRole("option")).toHaveCount(2);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("menu").getByRole("menuitem", { name: "Test send" })).toBeVisible();
    await page.keyboard.press("t");
    await expect(page.getByRole("dialog", { name: /test/i })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(`${url}/support`);
  });

  await test.step("Escape gives the focus back", async () => {
    const link = page.getByRole("link", { name: "Subscribers", exact: true }).first();
    await link.focus();
    await page.keyboard.press("Control+k");
    await expect(box(page)).toBeFocused();
    await page.keyboard.type("har");
    await expect(answers(page).getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(answers(page)).toHaveCount(0);
    await expect(link).toBeFocused();
  });
});

test("the reference is this server's own, and its example works as it stands", async ({ page, url }) => {
  const elsewhere: string[] = [];
  const asked: string[] = [];
  page.on("request", (request) => {
    asked.push(request.url());
    if (!request.url().startsWith(`${url}/`)) elsewhere.push(request.url());
  });
  await signUp(page, url);
  await followSystem(page);
  const ada = await callAs(url);
  await furnish(ada, "Harbour Letter");

  await test.step("an operation is found", async () => {
    await page.getByRole("navigation", { name: "Help" }).getByRole("link", { name: "API" }).click();
    await expect(page.getByRole("heading", { name: "Your first call" })).toBeVisible();
    expect(asked).toContain(`${url}/api/openapi.json`);
    await expectAccessible(page, "the reference");
    await page.getByRole("searchbox", { name: "Filter calls" }).fill("list newsletters, newest first");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${url}/api-reference#list_newsletters`);
    await expect(page.getByRole("heading", { name: "List newsletters, newest first" })).toBeVisible();
    await looksRight(page, "a call");
  });

  await test.step("examples in three languages", async () => {
    const example = page.getByRole("region", { name: "Example" }).or(page.locator("section", { hasText: "Example" }));
    const code = example.first().locator("pre");
    const languages = page.getByRole("radiogroup").or(page.getByRole("group", { name: "Language of the example" }));
    const choose = (name: string) => languages.first().getByText(name, { exact: true }).click();
    await choose("Python");
    await expect(code).toContainText(`requests.get(\n    "${url}/api/newsletters"`);
    await choose("TypeScript");
    await expect(code).toContainText('letterpress.all("/api/newsletters")');
    await choose("curl");
    await expect(code).toContainText(`curl '${url}/api/newsletters'`);

    const { key } = await ada.call<{ key: string }>("POST", "/api-keys", { name: "Reference", scopes: ["read"] });
    const env = { PATH: process.env.PATH, LETTERPRESS_API_KEY: key, NO_PROXY: "127.0.0.1" };
    const { stdout } = await run("sh", ["-c", await code.innerText()], { env });
    const newsletters = await ada.call<{ name: string }[]>("GET", "/newsletters");
    expect(newsletters.map(({ name }) => name)).toEqual(["Harbour Letter"]);
    expect(JSON.parse(stdout)).toEqual(newsletters);
  });

  await test.step("a call has an address", async () => {
    await page.goto("about:blank");
    await page.goto(`${url}/api-reference#create_api_key`);
    await expect(page.getByRole("heading", { name: "Create an API key" })).toBeInViewport();
    await page.goto(`${url}/api-reference#no_such_call`);
    await expect(page.getByText("No such call")).toBeVisible();
  });
  expect(elsewhere.filter((address) => address !== "about:blank")).toEqual([]);
});

/** What a page of the guide refers to, once it is here with its pictures. */
async function readPage(page: Page) {
  const article = page.getByRole("article");
  for (const picture of await article.getByRole("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveAttribute("loading", "lazy");
    await expect(picture).toHaveJSProperty("complete", true);
    const shape = await picture.evaluate((img: HTMLImageElement) => ({
      natural: [img.naturalWidth, img.naturalHeight],
      said: [Number(img.getAttribute("width")), Number(img.getAttribute("height"))],
    }));
    expect(shape.said[0]).toBeGreaterThan(300);
    expect(shape.natural).toEqual(shape.said);
  }
  return await article.evaluate((element) => ({
    path: location.pathname,
    ids: [...element.querySelectorAll("[id]")].map(({ id }) => id),
    links: [...element.querySelectorAll<HTMLAnchorElement>("a[href]")]
      .filter((link) => link.origin === location.origin && !link.querySelector("img"))
      .map((link) => link.pathname + link.hash),
    pictures: element.querySelectorAll("img").length,
  }));
}

test("the guide has no dead link and no missing picture; Support's report can be pasted", async ({
  page,
  url,
  context,
}) => {
  await signUp(page, url);
  await followSystem(page);

  await test.step("every page, from the first to the last", async () => {
    await page.getByRole("navigation", { name: "Help" }).getByRole("link", { name: "Documentation" }).click();
    await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
    await expectAccessible(page, "the contents of the guide");
    const contents = await page
      .getByRole("main")
      .locator("section li a")
      .evaluateAll((links) =>
        links.map((link) => ({
          path: link.getAttribute("href") ?? "",
          title: link.firstElementChild?.textContent ?? "",
        })),
      );
    expect(contents.length).toBeGreaterThan(20);
    const next = page.getByRole("navigation", { name: /^Previous and next/ }).locator("[rel=next]");
    await page.getByRole("main").locator("section li a").first().click();
    const read: Awaited<ReturnType<typeof readPage>>[] = [];
    for (const { path, title } of contents) {
      await expect(page).toHaveURL(`${url}${path}`);
      // The address changes before the page does.
      await expect(page.locator("article h1")).toHaveText(title);
      read.push(await readPage(page));
      if (read.length < contents.length) await next.click();
    }
    expect(read.map(({ path }) => path)).toEqual(contents.map(({ path }) => path));
    const places = new Set(read.flatMap(({ path, ids }) => [path, ...ids.map((id) => `${path}#${id}`)]));
    expect(
      read.flatMap(({ path, links }) =>
        links.filter((to) => !places.has(to) && !to.startsWith("/documentation/errors/")).map((to) => [path, to]),
      ),
    ).toEqual([]);
    expect(read.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(10);
    await page.goto(`${url}/documentation/before-sending`);
    await expect(page.getByRole("article").getByRole("img")).toBeVisible();
    await looksRight(page, "a page of the guide");
  });

  await test.step("the lists beside a page show where one is", async () => {
    await page.goto(`${url}/documentation/webhooks`);
    const entry = page.getByRole("navigation", { name: "Guide" }).getByRole("link", { name: "Webhooks" });
    await expect(entry).toBeInViewport();
    await page.goto(`${url}/documentation/monitoring`);
    const outline = page.getByRole("navigation", { name: "On this page" });
    const here = outline.locator("[aria-current=location]");
    await outline.getByRole("link", { name: "Logs" }).click();
    await expect(here).toHaveText("Logs");
    await outline.getByRole("link", { name: "Metrics" }).click();
    await expect(here).toHaveText("Metrics");
    await page.keyboard.press("End");
    await expect(here).toHaveText("Logs");
  });

  await test.step("commands and names are whole on a phone", async () => {
    await page.setViewportSize(phone);
    await page.goto(`${url}/documentation/monitoring`);
    const code = page.locator("article pre").first();
    const button = page.getByRole("button", { name: "Copy the code" }).first();
    const [text, copy] = [await code.boundingBox(), await button.boundingBox()];
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(copy?.x ?? 0);
    const name = page.getByRole("cell", { name: "letterpress_build_info", exact: true });
    const meaning = page.getByRole("cell", { name: "version and engine" });
    const [first, second] = [await name.boundingBox(), await meaning.boundingBox()];
    expect(first?.height).toBeLessThan(40);
    expect(second?.y ?? 0).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0) - 1);
    await expectAccessible(page, "a table of the guide on a phone");
    await page.setViewportSize(wide);
  });

  await test.step("Support", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize(phone);
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Support" }).click();
    await expect(page.getByRole("heading", { name: "Support", level: 1 })).toBeVisible();
    await expect(page.getByRole("region", { name: "Health" })).toBeVisible();
    await looksRight(page, "Support");
    const ada = await callAs(url);
    const { version } = await ada.call<{ version: string }>("GET", "/installation");
    const { checks } = await ada.call<{ checks: { name: string }[] }>("GET", "/doctor");
    await page.setViewportSize(phone);
    await page.getByRole("button", { name: "Copy report" }).click();
    // At the top on a phone: the buttons of sheets are at the bottom.
    await expect(page.locator("[data-sonner-toaster][data-y-position=top]").getByText("Copied")).toBeVisible();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report.split("\n")[0]).toBe(`Letterpress ${version}`);
    for (const { name } of checks) expect(report).toMatch(new RegExp(`^(ok {3}|note |FAIL ) ?${name}: `, "m"));
    expect(report).not.toMatch(/127\.0\.0\.1|ada@example/);
    const asking = page.getByRole("region", { name: "Where to ask" });
    await asking.getByRole("link", { name: "The guide" }).click();
    await expect(page).toHaveURL(`${url}/documentation`);
  });
});
