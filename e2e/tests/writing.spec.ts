// An email written on its page while everything goes wrong that can: no character may be missing in the end.
import type { Page, Route } from "@playwright/test";
import { type Caller, callAs, expectAccessibleInBoth, followSystem, makeNewsletter } from "./author.js";
import { test as base, expect, type Server, serve, signUp, stop } from "./installation.js";
import { freePort } from "./name-server.js";

interface Campaign {
  blocks: { type: string; content?: string; level?: number }[];
  html_content: string;
  text_content: string;
  revision: number;
}

/** An installation that can be stopped and started again at the same address. */
interface Machine {
  url: string;
  halt(): Promise<void>;
  start(): Promise<void>;
}

const test = base.extend<{ machine: Machine }>({
  machine: async ({ folder }, use) => {
    const settings = { LETTERPRESS_LISTEN: `127.0.0.1:${await freePort()}` };
    let server: Server = await serve(folder, settings);
    await use({
      url: server.url,
      halt: () => stop(server),
      start: async () => {
        server = await serve(folder, settings);
      },
    });
    await stop(server);
  },
  url: async ({ machine }, use) => {
    await use(machine.url);
  },
});

// Cut lines, stopped servers and ended sessions; what comes too late for a page that is left.
test.use({ provoked: /Failed to load resource|net::ERR|stream broke|Failed to fetch|SWR Error|could not be reached/ });

const WORDS =
  "harbour tide gull lantern rope slow winter letter paper ink press margin reader Sunday kettle window garden stone river bread".split(
    " ",
  );

/** A sentence that no other is the same as, with letters that a keyboard has no key for. */
const sentence = (n: number) =>
  `Line ${n} tells of ${Array.from({ length: 16 }, (_, at) => WORDS[(n * 7 + at * (1 + (n % 5))) % WORDS.length]).join(" ")}, café № ${n * 31}.`;

const paragraphs = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => sentence(from + at));

const text = (page: Page) => page.getByRole("textbox", { name: /^Email text/ });
const state = (page: Page, kind: string) => page.locator(`[data-save-state="${kind}"]`);
const saveNow = (page: Page) => page.keyboard.press("ControlOrMeta+s");

/** What a mail says, block by block. */
const saidBy = ({ blocks }: Campaign): string =>
  blocks
    .map(({ type, content, level }) =>
      type === "heading" ? `<h${level}>${content}</h${level}>` : (content ?? `[${type}]`),
    )
    .join("");

async function begin(page: Page, url: string) {
  await signUp(page, url);
  const ada = await callAs(url);
  const newsletter = await makeNewsletter(ada, "The Slow Web", 1);
  const path = `/newsletters/${newsletter}/campaigns`;
  const { id } = await ada.call("POST", path, { subject: "A long letter", html_content: "" });
  const read = () => ada.call<Campaign>("GET", `${path}/${id}`);
  return { ada, read, edit: `${url}/campaigns/${newsletter}/${id}/edit` };
}

async function open(page: Page, edit: string) {
  await page.goto(edit);
  await text(page).click();
}

/** As many paragraphs, each ended by a blank line of its own. */
async function type(page: Page, lines: string[]) {
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
}

async function pastePicture(page: Page) {
  await text(page).evaluate(async (box) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 20 });
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob as Blob], "sea.png", { type: "image/png" }));
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
}

/** Ends every session but the one that asks. */
async function endSessions(ada: Caller) {
  const sessions = await ada.call<{ id: number; current: boolean }[]>("GET", "/me/sessions");
  for (const { id, current } of sessions) if (!current) await ada.call("DELETE", `/me/sessions/${id}`);
}

/** Saves arrive and their answers do not. */
async function loseAnswers(page: Page, path: string) {
  let lost = 0;
  let isOver = false;
  const onTheirWay: Promise<void>[] = [];
  const lose = async (route: Route) => {
    await route.fetch();
    lost += 1;
    await route.abort("connectionreset");
  };
  await page.route(`**/api${path}`, (route) => {
    if (isOver || route.request().method() !== "PUT") return route.continue();
    const gone = lose(route);
    onTheirWay.push(gone);
    return gone;
  });
  const end = async () => {
    isOver = true;
    // A route that is taken away lets go of its calls by itself.
    await Promise.all(onTheirWay);
    await page.unroute(`**/api${path}`);
  };
  return { lost: () => lost, end };
}

/** Nothing reaches the server before it is let go. What is sent in the moment of the end may get no answer. */
async function holdCalls(page: Page) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = (route: Route) => held.then(() => route.continue());
  await page.route("**/api/**", hold);
  return { letGo, end: () => page.unroute("**/api/**", hold) };
}

// Ten minutes of an author who types twice as fast as most.
test("1,100 words, three cuts of the line, an ended session and a stopped server cost not one character", async ({
  page,
  context,
  machine,
}) => {
  const { ada, read, edit } = await begin(page, machine.url);
  await open(page, edit);
  const expected: string[] = [];
  const write = async (from: number, to: number) => {
    await type(page, paragraphs(from, to));
    expected.push(...paragraphs(from, to).map((line) => `<p>${line}</p>`));
  };

  await test.step("Markdown, a merge tag, a picture", async () => {
    await page.keyboard.type("## The **slow** web");
    await page.keyboard.press("Enter");
    expected.push("<h2>The <strong>slow</strong> web</h2>");
    await page.keyboard.type("Dear {{");
    await page.getByRole("combobox", { name: "Merge tags" }).fill("first");
    await page.keyboard.press("Enter");
    await page.getByLabel("First name, fallback").fill("friend");
    await page.keyboard.press("Enter");
    await expect(text(page)).toBeFocused();
    await page.keyboard.type(", [see](https://example.com/a) *this*:");
    await page.keyboard.press("Enter");
    expected.push(
      '<p>Dear {{ subscriber.first_name | default("friend") }}, <a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">see</a> <em>this</em>:</p>',
    );
    await page.keyboard.type("- one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    for (let times = 0; times < 2; times++) await page.keyboard.press("Enter");
    expected.push("<ul><li>one</li><li>two</li></ul>");
    await write(0, 3);
    await pastePicture(page);
    await expect(page.getByRole("button", { name: "Describe this image" })).toBeVisible();
    expected.push("[image]");
    await write(3, 6);
    await page.keyboard.type("---");
    expected.push("[divider]");
    await expect(state(page, "saved")).toBeVisible();
  });

  await test.step("what is undone is gone, and nothing else", async () => {
    await page.keyboard.press("ControlOrMeta+Home");
    // At once, as of keys with a pause in between only the last ones would be undone.
    await page.keyboard.insertText("Not this. ");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+End");
    await write(6, 10);
  });

  await test.step("the line is cut twice, in the middle of a sentence", async () => {
    for (const from of [10, 18]) {
      await page.keyboard.type("Half a sentence ");
      await context.setOffline(true);
      await page.keyboard.type("and its other half.");
      await page.keyboard.press("Enter");
      expected.push("<p>Half a sentence and its other half.</p>");
      await write(from, from + 6);
      await expect(state(page, "offline")).toBeVisible();
      await context.setOffline(false);
      await write(from + 6, from + 8);
      await saveNow(page);
      await expect(state(page, "saved")).toBeVisible();
    }
  });

  await test.step("saves arrive whose answers are lost", async () => {
    const path = edit.replace(/^.*\/campaigns\/(\d+)\/(\d+)\/edit$/, "/newsletters/$1/campaigns/$2");
    const cut = await loseAnswers(page, path);
    await write(26, 32);
    await saveNow(page);
    await expect.poll(cut.lost).toBeGreaterThan(0);
    await expect(state(page, "offline")).toBeVisible();
    await write(32, 34);
    await cut.end();
    await saveNow(page);
    await expect(state(page, "saved")).toBeVisible();
  });

  await test.step("the session ends, and goes on in the page", async () => {
    // However long the keys take here, they are all pressed before the page learns of it.
    const calls = await holdCalls(page);
    await endSessions(ada);
    await page.keyboard.type("Before the door closes.");
    expected.push("<p>Before the door closes.</p>");
    const refused = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.status() === 401);
    await saveNow(page);
    calls.letGo();
    await refused;
    const ended = page.getByRole("dialog", { name: "Your session ended" });
    await expect(ended).toBeVisible();
    // Now all calls wait for the author.
    await calls.end();
    await ended.getByLabel("Password").fill("correct horse battery");
    await page.keyboard.press("Enter");
    await expect(ended).toBeHidden();
    await expect(state(page, "saved")).toBeVisible();
    await text(page).focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("Enter");
    await write(34, 38);
  });

  await test.step("the server stops and starts", async () => {
    await page.keyboard.type("While it is gone ");
    await machine.halt();
    await page.keyboard.type("one writes on.");
    await page.keyboard.press("Enter");
    expected.push("<p>While it is gone one writes on.</p>");
    await write(38, 44);
    await expect(state(page, "offline")).toBeVisible();
    await machine.start();
    await write(44, 50);
    await saveNow(page);
    await expect(state(page, "saved")).toBeVisible();
  });

  const there = await read();
  expect(saidBy(there)).toBe(expected.join(""));
  expect(saidBy(there).split(/\s+/).length).toBeGreaterThan(1100);
  for (const n of [0, 9, 26, 49]) {
    expect(there.text_content.replaceAll("\n", " ")).toContain(sentence(n));
    expect(there.html_content).toContain(sentence(n));
  }
  await page.reload();
  await expect(text(page)).toContainText(sentence(49));
  const lines = await text(page).locator("> p").allTextContents();
  const written = expected.filter((line) => /^<p>(?!Dear)/.test(line)).map((line) => line.slice(3, -4));
  expect(lines.filter((line) => line !== "" && !line.startsWith("Dear"))).toEqual(written);
  expect((await read()).revision).toBe(there.revision);
  // Nothing of it is left for another day.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("campaign-edit")))).toEqual(
    [],
  );
});

test("two windows follow one another, and what both wrote at once is decided by its author", async ({
  page,
  context,
  machine,
}) => {
  const { read, edit } = await begin(page, machine.url);
  await open(page, edit);
  await type(page, ["From the first window."]);
  await saveNow(page);
  await expect(state(page, "saved")).toBeVisible();
  const other = await context.newPage();
  await open(other, edit);
  await expect(other.getByText("This campaign is open in another tab.", { exact: false })).toBeVisible();
  await other.keyboard.press("ControlOrMeta+End");
  await other.keyboard.press("Enter");
  await other.keyboard.type("And from the second.");
  await saveNow(other);
  await expect(text(page)).toContainText("And from the second.");
  expect(saidBy(await read())).toBe("<p>From the first window.</p><p>And from the second.</p>");

  await test.step("both write at once", async () => {
    const puts = (route: Route) => (route.request().method() === "PUT" ? route.abort() : route.continue());
    await other.route("**/api/newsletters/**", puts);
    await other.keyboard.type(" Mine.");
    await expect(state(other, "offline")).toBeVisible();
    await page.bringToFront();
    await text(page).focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" No, mine.");
    await saveNow(page);
    await expect(state(page, "saved")).toBeVisible();
    await other.unroute("**/api/newsletters/**", puts);
    await other.bringToFront();
    await expect(other.getByText("A newer version was saved in another tab. Yours is still here.")).toBeVisible();
    await other.getByRole("button", { name: "Keep mine" }).click();
    await expect(state(other, "saved")).toBeVisible();
    await expect(text(page)).toContainText("And from the second. Mine.");
    expect(saidBy(await read())).toBe("<p>From the first window.</p><p>And from the second. Mine.</p>");
  });
});

test("an email is written with the keyboard alone, and goes to Design and back as it is", async ({ page, machine }) => {
  const { read, edit } = await begin(page, machine.url);
  await followSystem(page);
  await open(page, edit);
  await expectAccessibleInBoth(page, "an email not written yet");
  await page.keyboard.type("Hello there");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await expectAccessibleInBoth(page, "what can be added");
  await page.keyboard.type("butt");
  await page.keyboard.press("Enter");
  await page.getByLabel("Button text").fill("Read on");
  await page.getByRole("dialog").getByLabel("Link").fill("example.com/more");
  await expectAccessibleInBoth(page, "a button in the text");
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  // Right after the focus came back, the caret is still on its way.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("Shift+End");
    await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  // What is above the text can be used while its first line is selected.
  const modes = await page.getByRole("group", { name: "How the content is written" }).boundingBox();
  const toolbar = await page.getByRole("toolbar", { name: "Formatting" }).boundingBox();
  if (!modes || !toolbar) throw new Error("not on the page");
  expect(toolbar.y).toBeGreaterThan(modes.y + modes.height);
  await page.keyboard.press("Alt+F10");
  await expectAccessibleInBoth(page, "selected words");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await saveNow(page);
  await expect(state(page, "saved")).toBeVisible();
  const before = await read();
  expect(before.blocks).toMatchObject([
    { type: "text", content: "<p><strong>Hello there</strong></p>" },
    { type: "button", text: "Read on", href: "https://example.com/more" },
  ]);

  await page.getByRole("button", { name: "Design", exact: true }).click();
  await expect(page.getByRole("tree", { name: "Email" }).getByRole("treeitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Heading", exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(text(page)).toContainText("New Heading");
  expect((await read()).blocks.slice(0, 2)).toEqual(before.blocks);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBoth(page, "an email on a phone");
});
