// What an author feels: visits to pages, what moves while they load, a click on a block, typing in a long email. Measured in
// Chromium at its own speed. Prints one JSON row of the table a line.
import { author, block, manyBlocks, median, quantile, row, withBrowser } from "./server.mjs";

const rounds = Number(process.argv[2] ?? 3);
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const LATENCY_MS = 80;
const LONG = 100_000;
const BLOCKS = 200;
const CLICKS = 40;
const KEYS = 60;

const paths = [
  "/analytics",
  "/newsletters",
  "/subscribers",
  "/campaigns",
  "/templates",
  "/domains",
  "/settings/account",
  "/documentation",
  "/api-reference",
  "/support",
];

/** Something on every page. */
async function fill(call) {
  const newsletter = { name: "Letters", from_name: "Ada", from_prefix: "ada" };
  const { id } = await call("/api/newsletters", newsletter);
  const subscribe = (at) => call(`/api/newsletters/${id}/subscribers`, { email: `reader${at}@example.com` });
  await Promise.all(Array.from({ length: 60 }, (_, at) => subscribe(at)));
  const campaigns = `/api/newsletters/${id}/campaigns`;
  for (let at = 0; at < 30; at++) await call(campaigns, { subject: `Letter ${at}`, html_content: "<p>Hello</p>" });
  for (let at = 0; at < 6; at++)
    await call("/api/templates", { name: `Template ${at}`, subject: "News", blocks: manyBlocks(12) });
  const template = await call("/api/templates", { name: "Long", subject: "News", blocks: manyBlocks(BLOCKS) });
  const paragraph = `<p>${"The quick brown fox jumps over the lazy dog. ".repeat(22)}</p>\n`;
  const html = paragraph.repeat(Math.ceil(LONG / paragraph.length));
  const inHtml = await call(campaigns, { subject: "Long", html_content: html });
  const blocks = Array.from({ length: Math.ceil(LONG / paragraph.length) }, (_, at) => ({
    id: `b${at}`,
    type: "text",
    content: paragraph.trim(),
  }));
  const inBlocks = await call(campaigns, { subject: "Long", html_content: "<p>…</p>", blocks });
  const edit = (campaign) => `/campaigns/${id}/${campaign.id}/edit`;
  return { template: `/templates/${template.id}/edit`, html: edit(inHtml), write: edit(inBlocks), text: html };
}

/** A hand rests longer than this on what it is about to press. */
const REST_MS = 100;

/** From the click on a link until the other page stands, and until what it shows is there as well; both drawn. */
async function follow(page, path) {
  const to = path.startsWith("/settings") ? "/settings" : path;
  await page.locator(`aside a[href="${to}"], header a[href="${to}"]`).first().hover();
  await page.waitForTimeout(REST_MS);
  return await page.evaluate(
    (at) =>
      new Promise((resolve) => {
        const link = document.querySelector(`aside a[href="${at}"], header a[href="${at}"]`);
        const before = document.querySelector("main h1");
        const began = performance.now();
        let stands = 0;
        const look = () => {
          const title = document.querySelector("main h1");
          const isThere = title && title !== before;
          // After the frame that is being drawn.
          if (isThere)
            setTimeout(() => {
              stands ||= performance.now() - began;
            });
          if (isThere && !document.querySelector('main [aria-busy="true"]'))
            setTimeout(() => resolve({ stands, full: performance.now() - began }));
          else requestAnimationFrame(look);
        };
        link.click();
        look();
      }),
    to,
  );
}

const settled = async (page) => {
  await page.waitForFunction(
    () => document.querySelector("main h1") && !document.querySelector('main [aria-busy="true"]'),
  );
  await page.waitForLoadState("networkidle");
};

/** First and second visits to every page within the app, and the same pages loaded anew. */
async function visits(context, url) {
  const times = { first: [], repeat: [], anew: [] };
  const page = await context.newPage();
  await page.goto(url);
  await settled(page);
  await page.waitForTimeout(3000); // An author reads the Overview before leaving it; the code of the pages comes meanwhile.
  for (const visit of ["first", "repeat"])
    for (const path of paths) {
      times[visit].push(await follow(page, path));
      await page.waitForTimeout(500);
    }
  for (const path of paths) {
    const began = performance.now();
    await page.goto(url + path);
    await page.waitForFunction(
      () => document.querySelector("main h1") && !document.querySelector('main [aria-busy="true"]'),
    );
    times.anew.push(performance.now() - began);
  }
  await page.close();
  return times;
}

/** Sum of the layout shifts of each page while it loads with a slow network. */
async function shifts(context, url, viewport) {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.addInitScript(() => {
    window.benchShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.benchShift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const found = [];
  for (const path of ["/", ...paths]) {
    await page.goto(url + path);
    await settled(page);
    found.push([path, await page.evaluate(() => window.benchShift)]);
  }
  await page.close();
  return found;
}

/** Bytes over the wire until the Overview stands, with nothing kept from before. */
async function firstLoad(context, url) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url);
  await page.waitForFunction(
    () => document.querySelector("main h1") && !document.querySelector('main [aria-busy="true"]'),
  );
  const needed = bytes;
  await page.close();
  return needed;
}

/** From pressing the mouse on a block until its tools and its form are drawn. */
async function selecting(context, url, path) {
  const page = await context.newPage();
  await page.setViewportSize(wide);
  await page.goto(url + path);
  await block(page, "b1").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    addEventListener(
      "pointerdown",
      (event) => {
        const id = event.target.closest("[data-block-id]")?.dataset.blockId;
        const look = () => {
          const chosen = document.querySelector(`[data-block-id="${id}"][aria-selected="true"]`);
          const form = document.querySelector('[role="tabpanel"] h2.font-medium');
          if (chosen?.querySelector('[role="toolbar"]') && form)
            setTimeout(() => {
              window.benchTook = performance.now() - event.timeStamp;
            });
          else requestAnimationFrame(look);
        };
        window.benchTook = null;
        look();
      },
      true,
    );
  });
  const times = [];
  for (let at = 0; at < CLICKS; at++) {
    const target = block(page, `b${at}`);
    await target.scrollIntoViewIfNeeded();
    const { x, y } = await target.boundingBox();
    await page.mouse.move(x + 20, y + 4);
    await page.waitForTimeout(100);
    await page.mouse.down();
    await page.mouse.up();
    times.push(await (await page.waitForFunction(() => window.benchTook)).jsonValue());
  }
  await page.close();
  return times;
}

/** From each key until what it wrote is drawn, at the end of a long text, in ms. */
async function typing(page, locator) {
  await locator.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.benchKeys = [];
    addEventListener(
      "keydown",
      (event) =>
        requestAnimationFrame(() => setTimeout(() => window.benchKeys.push(performance.now() - event.timeStamp))),
      true,
    );
  });
  for (let at = 0; at < KEYS; at++) {
    await page.keyboard.press("etaoin"[at % 6]);
    await page.waitForTimeout(40);
  }
  return await page.evaluate(() => window.benchKeys);
}

async function longTexts(context, url, texts) {
  const page = await context.newPage();
  await page.setViewportSize(wide);
  await page.goto(url + texts.write);
  const write = await typing(page, page.locator(".ProseMirror").first());
  await page.goto(url + texts.html);
  const html = await typing(page, page.locator(".cm-content"));
  const bare = await context.newPage();
  await bare.setViewportSize(wide);
  await bare.setContent('<textarea style="width:100%;height:800px"></textarea>');
  await bare.locator("textarea").fill(texts.text);
  const area = await typing(bare, bare.locator("textarea"));
  await page.close({ runBeforeUnload: false });
  await bare.close();
  return { write, html, area };
}

await withBrowser("web", async (browser, url) => {
  const signing = await browser.newPage();
  const texts = await fill(await author(signing, url));
  const state = await signing.context().storageState();
  await signing.close();
  // The cookie of a session is good for one context at a time: it changes with each use.
  const context = await browser.newContext({ viewport: wide, storageState: state });
  const all = {
    first: [],
    repeat: [],
    anew: [],
    select: [],
    selectFirst: [],
    write: [],
    html: [],
    area: [],
    bytes: [],
  };
  const moved = new Map();
  for (let round = 0; round < rounds; round++) {
    const { first, repeat, anew } = await visits(context, url);
    all.first.push(...first);
    all.repeat.push(...repeat);
    all.anew.push(...anew);
    all.bytes.push(await firstLoad(context, url));
    for (const viewport of [wide, phone])
      for (const [path, shift] of await shifts(context, url, viewport)) {
        const name = `${path} at ${viewport.width}`;
        moved.set(name, Math.max(moved.get(name) ?? 0, shift));
      }
    const [selectFirst, ...others] = await selecting(context, url, texts.template);
    all.selectFirst.push(selectFirst);
    all.select.push(...others);
    const { write, html, area } = await longTexts(context, url, texts);
    all.write.push(...write);
    all.html.push(...html);
    all.area.push(...area);
  }
  const ms = (value) => `${value.toFixed(0)} ms`;
  const times = (ours, peer) => `${(ours / peer).toFixed(2)} ×`;
  const anew = median(all.anew);
  for (const [what, found] of [
    ["first", all.first],
    ["repeat", all.repeat],
  ])
    for (const [part, name, goal] of [
      ["stands", "", "worst ≤ 100 ms"],
      ["full", ", with what it shows", ""],
    ]) {
      const values = found.map((visit) => visit[part]);
      const middle = median(values);
      row(
        `${what} visit to a page${name}`,
        `median ${ms(middle)}, worst ${ms(Math.max(...values))}`,
        `loaded anew ${ms(anew)}`,
        times(middle, anew),
        goal,
      );
    }
  const [where, most] = [...moved].toSorted(([, a], [, b]) => b - a)[0];
  row("layout shift while a page loads, worst", most.toFixed(4), where, "", "0");
  row("first load of the Overview", `${(median(all.bytes) / 1024).toFixed(0)} KiB`, "", "", "");
  row("first click on a block of 200", ms(median(all.selectFirst)), "", "", "≤ 50 ms");
  row("click on a block of 200", `p95 ${ms(quantile(all.select, 0.95))}`, "", "", "p95 ≤ 50 ms");
  const area = quantile(all.area, 0.95);
  for (const [what, values] of [
    ["Write", all.write],
    ["HTML", all.html],
  ]) {
    const p95 = quantile(values, 0.95);
    row(
      `a key at the end of 100 kB, ${what}`,
      `p95 ${ms(p95)}`,
      `a bare text area ${ms(area)}`,
      times(p95, area),
      "p95 ≤ 50 ms",
    );
  }
  if (process.env.BENCH_DETAILS) console.error(moved, all.first, all.repeat);
});
