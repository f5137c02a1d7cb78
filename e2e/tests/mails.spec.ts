// What the builder renders, in a real browser: every starter and every block, as it is meant and as hostile programs
// leave it.
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import {
  blankDocument,
  blockTypes,
  createBlock,
  type EmailDocument,
  hostile,
  hostileVariants,
  mergeTags,
  renderDocument,
  splitMergeTags,
} from "../../web/src/email/index.ts";
import { starters } from "../../web/src/email/starters/index.ts";
import { expectAccessible } from "./installation.js";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const origin = "https://letterpress.test";
const phone = { width: 375, height: 800 };
const desktop = { width: 800, height: 900 };

/** One of each, with the values of the palette. */
function everyBlock(): EmailDocument {
  const blocks = blockTypes.map((type) => createBlock(type, origin));
  for (const block of blocks) {
    if (block.type === "image") block.alt = "A placeholder";
    if (block.type === "hero-image") block.imageAlt = "A placeholder";
    if (block.type === "social")
      block.platforms = {
        facebook: "https://example.com/f",
        mastodon: "https://example.com/m",
      };
    if (block.type === "columns") block.columns = [[createBlock("text")], [createBlock("button")]];
  }
  return { ...blankDocument(), subject: "One of each", blocks };
}

const documents: { name: string; document: EmailDocument }[] = [
  { name: "one of each block", document: everyBlock() },
  ...starters(origin).map(({ id, document }) => ({ name: id, document })),
];

/** As a reader gets it. */
function filled(html: string): string {
  return splitMergeTags(html)
    .map((part) => (typeof part === "string" ? part : (mergeTags.find((tag) => tag.path === part.path)?.sample ?? "")))
    .join("");
}

/** A picture for every address, so that nothing leaves the machine and layouts are those of loaded mails. */
async function show(page: Page, html: string, width: { width: number; height: number }) {
  await page.setViewportSize(width);
  await page.route("**/*", (route) =>
    route.request().resourceType() === "image"
      ? route.fulfill({
          contentType: "image/svg+xml",
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="1040" height="520"><rect width="1040" height="520" fill="#a9c9c8"/></svg>',
        })
      : route.abort(),
  );
  await page.setContent(html, { waitUntil: "load" });
}

/** axe, without the rules for pages that have a frame around them. */
async function expectNothingFound(page: Page, what: string, without: string[] = []) {
  const rules = ["region", "landmark-one-main", "page-has-heading-one", ...without];
  await expectAccessible(page, what, { rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])) });
}

/** Nothing sticks out to the side, and every text that the mail has is there to be read. */
async function expectReadable(page: Page, what: string) {
  const state = await page.evaluate(() => {
    const hidden: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.replace(/(?:\s|\u034f|\u200c|\u00a0)+/g, " ").trim() ?? "";
      const parent = node.parentElement;
      if (text === "" || !parent || parent.closest("style,title,[data-preheader]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height, right, left } = range.getBoundingClientRect();
      if (width < 1 || height < 1 || right > innerWidth + 1 || left < -1) hidden.push(text.slice(0, 40));
    }
    return {
      overflow: document.documentElement.scrollWidth - innerWidth,
      hidden,
    };
  });
  expect(state.overflow, `${what}: wider than the window`).toBeLessThanOrEqual(0);
  expect(state.hidden, `${what}: texts out of sight`).toEqual([]);
}

for (const { name, document } of documents) {
  test.describe(name, () => {
    const html = filled(renderDocument(document));

    for (const scheme of ["light", "dark"] as const) {
      test(`nothing for axe to find, ${scheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: scheme });
        for (const size of [desktop, phone]) {
          await show(page, html, size);
          await expectReadable(page, `${name} at ${size.width} px`);
          await page.screenshot({ path: `.tmp/mails/${name}-${scheme}-${size.width}.png`, fullPage: true });
        }
        await expectNothingFound(page, `${name}, ${scheme}`);
      });
    }

    test("readable whatever is done to it", async ({ page }) => {
      for (const { id } of hostileVariants) {
        for (const size of [desktop, phone]) {
          // The Word engine of Outlook runs on desktops alone.
          if (id === "outlook" && size === phone) continue;
          await show(page, hostile(html, id), size);
          await expectReadable(page, `${name}, ${id}, ${size.width} px`);
          await page.screenshot({ path: `.tmp/mails/${name}-${id}-${size.width}.png`, fullPage: true });
        }
        // What programs invert has the contrasts that they give it.
        await expectNothingFound(page, `${name}, ${id}`, id === "inverted" ? ["color-contrast"] : []);
      }
    });
  });
}

test.describe("columns lie as MJML lays them", () => {
  const mjml: (source: string) => Promise<{ html: string }> = require("mjml").default ?? require("mjml");
  const marker = (at: number) => `column ${at + 1}`;

  async function places(page: Page, count: number) {
    return await page.evaluate(
      (texts) => {
        const found = texts.map((text) => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.textContent?.trim() !== text) continue;
            let box = node.parentElement;
            while (box && getComputedStyle(box).display.startsWith("inline")) box = box.parentElement;
            const { left, top, width } = (box ?? document.body).getBoundingClientRect();
            return {
              left: Math.round(left),
              top: Math.round(top),
              width: Math.round(width),
            };
          }
          throw new Error(`${text} is missing`);
        });
        return found;
      },
      Array.from({ length: count }, (_, at) => marker(at)),
    );
  }

  for (const count of [1, 2, 3, 4]) {
    for (const size of [desktop, phone]) {
      test(`${count} at ${size.width} px`, async ({ page }) => {
        const texts = Array.from({ length: count }, (_, at) => marker(at));
        const document: EmailDocument = {
          ...blankDocument(),
          subject: "Columns",
          theme: { contentPadding: 0 },
          blocks: [
            {
              id: "columns",
              type: "columns",
              gap: 0,
              columns: texts.map((text, at) => [{ id: `c${at}`, type: "text", content: `<p>${text}</p>` }]),
            },
          ],
        };
        await show(page, renderDocument(document), size);
        const ours = await places(page, count);
        const columns = texts.map(
          (text) => `<mj-column padding="0"><mj-text padding="0">${text}</mj-text></mj-column>`,
        );
        const source = `<mjml><mj-head><mj-attributes><mj-all font-family="Arial" /></mj-attributes></mj-head><mj-body width="600px"><mj-section padding="0">${columns.join("")}</mj-section></mj-body></mjml>`;
        await show(page, (await mjml(source)).html, size);
        const theirs = await places(page, count);
        for (const [at, mine] of ours.entries()) {
          const reference = theirs[at];
          if (!reference) throw new Error("MJML has fewer columns");
          // Equal widths are whole percents of ours, fractions of theirs.
          expect(Math.abs(mine.left - reference.left), `left of ${marker(at)}`).toBeLessThanOrEqual(8);
          expect(Math.abs(mine.width - reference.width), `width of ${marker(at)}`).toBeLessThanOrEqual(8);
          const first = ours[0];
          const theirFirst = theirs[0];
          expect(mine.top > (first?.top ?? 0), `${marker(at)} below the first`).toBe(
            reference.top > (theirFirst?.top ?? 0),
          );
        }
      });
    }
  }
});
