// Mails are other people's pages: whatever is in one, nothing of it runs in the dashboard, however it is shown.
import type { BrowserContext, FrameLocator, Page } from "@playwright/test";
import { api } from "./editor";
import { expect, signUp, test } from "./installation";

/** Each would leave a trace on the page, in the network, or as a dialog. */
const HACK = "top.hacked=1;parent.hacked=1;window.hacked=1;fetch('/hacked');alert('hacked')";
const attribute = HACK.replaceAll('"', "&quot;");

/** No merge tag, and links that readers would click. */
const HOSTILE = `<!doctype html><html><head><style>p{color:rgb(1, 2, 3)}</style><script>${HACK}</script>
<base href="https://evil.example/" target="_top"><meta http-equiv="refresh" content="0;url=/hacked">
<link rel="stylesheet" href="/hacked.css"></head><body onload="${attribute}" style="margin:7px">
<p id="seen" style="background:rgb(4, 5, 6)">Seen</p><script src="/hacked.js"></script>
<img src="data:,x" onerror="${attribute}"><svg onload="${attribute}"><script>${HACK}</script>
<a xlink:href="javascript:${attribute}"><text y="20" id="svg-link">svg</text></a></svg>
<iframe srcdoc="<script>${attribute}</script>"></iframe><object data="javascript:${attribute}"></object>
<embed src="javascript:${attribute}"><details open ontoggle="${attribute}">d</details>
<input autofocus onfocus="${attribute}"><style onload="${attribute}"></style>
<form action="/hacked" target="_top"><button id="submit">Send</button></form>
<form action="javascript:${attribute}"><button id="script-submit">Send</button></form>
<p><a id="script-link" href="javascript:${attribute}">a</a> <a id="script-top" target="_top" href="java&#9;script:${attribute}">b</a></p>
<p><a id="data-link" target="_blank" href="data:text/html,<script>${attribute}</script>">c</a></p>
<p><a id="away" target="_top" rel="opener" href="https://example.net/away">Away</a></p></body></html>`;

const CLICKED = ["svg-link", "submit", "script-submit", "script-link", "script-top", "data-link"];

/** What an attack left behind. */
function traces(context: BrowserContext) {
  const found: string[] = [];
  context.on("request", (request) => {
    if (/\/hacked|evil\.example/.test(request.url())) found.push(`asked for ${request.url()}`);
  });
  context.on("dialog", async (dialog) => {
    found.push(`said ${dialog.message()}`);
    await dialog.dismiss();
  });
  return found;
}

async function expectUntouched(page: Page, found: string[], where: string) {
  const marks = await Promise.all(
    page
      .context()
      .pages()
      .map((one) => one.evaluate(() => "hacked" in window)),
  );
  expect(marks.includes(true), `${where}: reached a page`).toBe(false);
  expect(found, where).toEqual([]);
}

/** Clicks what is there without caring for what covers it. */
const click = async (mail: FrameLocator, id: string) => {
  const target = mail.locator(`#${id}`);
  if ((await target.count()) > 0) await target.dispatchEvent("click");
};

/** The mail is drawn as it is, nothing in it acts, and its one true link opens beside the dashboard. */
async function attack(page: Page, mail: FrameLocator, found: string[], where: string) {
  const seen = mail.locator("#seen");
  await expect(seen, where).toBeVisible();
  await expect(seen, where).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(seen, where).toHaveCSS("background-color", "rgb(4, 5, 6)");
  const address = page.url();
  for (const id of CLICKED) await click(mail, id);
  const [opened] = await Promise.all([page.context().waitForEvent("page"), mail.locator("#away").click()]);
  await opened.waitForURL("https://example.net/away");
  expect(await opened.evaluate(() => opener), `${where}: the opener`).toBeNull();
  await opened.close();
  expect(page.url(), where).toBe(address);
  await expectUntouched(page, found, where);
}

test.describe("hostile mails", () => {
  // What browsers say when they refuse.
  test.use({
    provoked:
      /Blocked (?:script execution|form submission)|Content Security Policy|sandboxed|Not allowed to navigate top frame|ERR_/,
  });

  test("run nothing in any preview", async ({ page, url, context }) => {
    const found = traces(context);
    await context.route("https://example.net/**", (route) => route.fulfill({ contentType: "text/html", body: "Away" }));
    await signUp(page, url);
    const call = await api(page, url);
    const newsletter = await call.post("/api/newsletters", { name: "N", from_name: "Ada", from_prefix: "ada" });
    await call.post(`/api/newsletters/${newsletter.id}/subscribers`, { email: "reader@example.net" });
    const campaigns = `/api/newsletters/${newsletter.id}/campaigns`;
    const campaign = await call.post(campaigns, { subject: "Beware", html_content: HOSTILE });

    await test.step("before it is sent", async () => {
      await page.goto(`${url}/campaigns`);
      await page
        .getByRole("button", { name: /^Preview/ })
        .first()
        .click();
      await attack(page, page.getByRole("dialog").frameLocator("iframe"), found, "the preview");
      await page.getByRole("dialog").getByRole("button", { name: "Dark" }).click();
      await expect(page.getByRole("dialog").frameLocator("iframe").locator("#seen")).toBeVisible();
      await page.keyboard.press("Escape");
    });

    await call.post(`${campaigns}/${campaign.id}/send`, {});
    await expect.poll(async () => (await call.get(`${campaigns}/${campaign.id}`)).status).toBe("sent");

    await test.step("captured", async () => {
      await page.goto(`${url}/campaigns`);
      await page.getByRole("link", { name: "View Report" }).first().click();
      await page.getByRole("tab", { name: "Emails" }).click();
      await page.locator("#captured-mail").getByRole("listitem").first().getByRole("button").click();
      const mail = page.getByRole("dialog").frameLocator("iframe");
      // Its links lead straight to their targets: looking at a mail is not reading it.
      await expect(mail.locator("#seen")).toHaveCSS("color", "rgb(1, 2, 3)");
      for (const id of CLICKED) await click(mail, id);
      await expectUntouched(page, found, "a captured mail");
      await page.keyboard.press("Escape");
    });

    await test.step("as a map of clicks", async () => {
      const mail = page.frameLocator("iframe[title^='Clicks in']");
      await page.getByRole("tab", { name: "Links" }).click();
      await page.locator("iframe[title^='Clicks in']").scrollIntoViewIfNeeded();
      await attack(page, mail, found, "the map");
    });

    await test.step("in the archive, for everybody", async () => {
      await page.goto(`${url}/n/${newsletter.public_id}/${campaign.id}`);
      const mail = page.frameLocator("iframe");
      await expect(mail.getByText("Seen")).toBeVisible();
      for (const id of CLICKED) await click(mail, id);
      await expectUntouched(page, found, "the archive");
    });
  });

  test("run nothing even if nothing had been taken out of them", async ({ page, url, context }) => {
    const found = traces(context);
    await signUp(page, url);
    await page.evaluate(
      async (html) => {
        const frame = document.createElement("iframe");
        frame.id = "raw";
        frame.setAttribute("sandbox", "allow-same-origin allow-popups allow-popups-to-escape-sandbox");
        frame.src = "/frame.html";
        await new Promise((resolve) => {
          frame.addEventListener("load", resolve, { once: true });
          document.body.append(frame);
        });
        frame.contentDocument?.open();
        frame.contentDocument?.write(html);
        frame.contentDocument?.close();
      },
      HOSTILE.replace(/<(?:base|meta|link)[^>]*>/g, ""),
    );
    const mail = page.frameLocator("#raw");
    await expect(mail.locator("#seen")).toHaveCSS("background-color", "rgb(4, 5, 6)");
    for (const id of CLICKED) await click(mail, id);
    await expectUntouched(page, found, "the bare sheet");
  });

  test("cannot be made a page of their own with the sheet", async ({ page, url }) => {
    await page.goto(`${url}/frame.html`);
    expect(await page.evaluate(() => document.body.childElementCount)).toBe(0);
  });
});
