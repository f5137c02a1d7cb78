// The template builder from an empty page to mail in an inbox.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { createBlock } from "../../web/src/email/factory.ts";
import { parseDocument } from "../../web/src/email/parse.ts";
import { renderDocument } from "../../web/src/email/render/document.ts";
import { starters } from "../../web/src/email/starters/index.ts";
import { samples } from "../../web/src/email/testing/samples.ts";
import { type Block, blockTypes, type EmailDocument } from "../../web/src/email/types.ts";
import { api, type Boxes, bare, block, blocks, column, drag, measureMail, openBlank, saved, tree } from "./editor.ts";
import { expect, expectAccessible, signUp, test } from "./installation.ts";

test.describe("two columns", () => {
  test("by mouse and by keyboard come to the same mail", async ({ page, url }) => {
    await signUp(page, url);

    await test.step("by mouse", async () => {
      await openBlank(page, url);
      const palette = (name: string) => page.getByRole("button", { name, exact: true });
      await drag(page, palette("Columns"), tree(page).locator("xpath=.."));
      await expect(block(page, /^Columns, 1 of 1/)).toBeVisible();
      await drag(page, palette("Heading"), column(page, 1));
      await expect(column(page, 1).getByRole("treeitem", { name: /^Heading/ })).toBeVisible();
      await drag(page, palette("Button"), column(page, 2));
      await expect(column(page, 2).getByRole("treeitem", { name: /^Button/ })).toBeVisible();
      await drag(page, palette("Divider"), block(page, /^Columns/), 0);
      await expect(block(page, /^Divider, 2 of 2/)).toBeVisible();
      // Lifted by itself, and by its handle: above the columns, and below them again.
      await drag(page, block(page, /^Divider/), block(page, /^Columns/), -60);
      await expect(block(page, /^Divider, 1 of 2/)).toBeVisible();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await expect(block(page, /^Divider, 2 of 2/)).toBeVisible();
      await page.getByPlaceholder("Enter template name...").fill("By mouse");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await saved(page);
    });

    await test.step("by keyboard", async () => {
      await openBlank(page, url);
      await page.getByPlaceholder("Enter template name...").focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("By keyboard");
      const insert = async (name: string) => {
        await page.keyboard.press("/");
        await expect(page.getByRole("dialog", { name: "Insert a component" })).toBeVisible();
        await page.keyboard.type(name);
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog")).toBeHidden();
      };
      await tree(page).focus();
      await insert("Columns");
      await expect(block(page, /^Columns, 1 of 1/)).toBeFocused();
      await page.keyboard.press("Tab");
      for (
        let at = 0;
        at < 20 &&
        !(await column(page, 1)
          .getByRole("button")
          .evaluate((e) => e === document.activeElement));
        at++
      )
        await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Heading");
      await page.keyboard.press("Enter");
      await expect(column(page, 1).getByRole("treeitem", { name: /^Heading/ })).toBeFocused();
      for (
        let at = 0;
        at < 20 &&
        !(await column(page, 2)
          .getByRole("button")
          .evaluate((e) => e === document.activeElement));
        at++
      )
        await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Button");
      await page.keyboard.press("Enter");
      await expect(column(page, 2).getByRole("treeitem", { name: /^Button/ })).toBeFocused();
      await page.keyboard.press("Home");
      await expect(block(page, /^Columns/)).toBeFocused();
      await insert("Divider");
      await expect(block(page, /^Divider, 2 of 2/)).toBeFocused();
      await page.keyboard.press("ControlOrMeta+s");
      await saved(page);
    });

    const call = await api(page, url);
    const { templates } = await call.get("/api/templates");
    expect(templates.map((template: { name: string }) => template.name)).toEqual(["By keyboard", "By mouse"]);
    expect(bare(templates[0].blocks)).toEqual(bare(templates[1].blocks));
  });
});

test("dragging scrolls: at the edges, by the wheel, and along with what keys have lifted", async ({ page, url }) => {
  await signUp(page, url);
  const call = await api(page, url);
  const lines = Array.from({ length: 40 }, (_, at) => ({ ...createBlock("heading"), content: `Line ${at + 1}.` }));
  const template = await call.post("/api/templates", { name: "Long", subject: "Long", blocks: lines });
  await page.goto(`${url}/templates/${template.id}/edit`);
  await expect(blocks(page)).toHaveCount(40);
  const canvas = page.locator(".canvas-scroll");
  const scrolled = () =>
    canvas.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight]);
  const view = await canvas.boundingBox();
  if (!view) throw new Error("no canvas");
  const middle = view.x + view.width / 2;
  const lift = async (name: RegExp) => {
    const box = await block(page, name).boundingBox();
    if (!box) throw new Error("not on the screen");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 12, { steps: 3 });
  };

  await test.step("at the edges", async () => {
    await lift(/Line 1\.$/);
    await page.mouse.move(middle, view.y + view.height - 8, { steps: 6 });
    await expect.poll(async () => await scrolled().then(([at, most]) => (most ?? 0) - (at ?? 0))).toBeLessThan(1);
    await page.mouse.move(middle, view.y + view.height - 80, { steps: 3 });
    await page.mouse.up();
    await expect(block(page, /Line 1\.$/)).toHaveAccessibleName(/^Heading, (39|40) of 40/);
    await lift(/Line 1\.$/);
    await page.mouse.move(middle, view.y + 4, { steps: 6 });
    await expect.poll(async () => (await scrolled())[0]).toBe(0);
    await page.mouse.move(middle, view.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect(block(page, /Line 1\.$/)).toHaveAccessibleName(/^Heading, 1 of 40/);
  });

  await test.step("by the wheel", async () => {
    await lift(/Line 2\.$/);
    await page.mouse.wheel(0, 100_000);
    await expect.poll(async () => await scrolled().then(([at, most]) => (most ?? 0) - (at ?? 0))).toBeLessThan(1);
    await page.mouse.move(middle, view.y + view.height / 2, { steps: 3 });
    await page.mouse.up();
    await expect(block(page, /Line 2\.$/)).toHaveAccessibleName(/^Heading, (2\d|3\d|40) of 40/);
  });

  await test.step("by keys", async () => {
    await block(page, /Line 1\.$/).click();
    const handle = page.getByRole("button", { name: "Drag Heading" });
    await handle.focus();
    const from = await block(page, /Line 1\.$/).boundingBox();
    if (!from) throw new Error("not on the screen");
    // The first keys come before anything is drawn, and the page is busy with the others: none is lost.
    await handle.evaluate((focused) => {
      for (const code of ["Space", "ArrowDown", "ArrowDown", "ArrowDown"])
        focused.dispatchEvent(new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true }));
    });
    for (let at = 3; at < 60; at++) await page.keyboard.press("ArrowDown");
    const lifted = page.locator(".cursor-grabbing.shadow-float");
    await expect(lifted).toBeVisible();
    const [top, bottom] = await lifted.evaluate((ghost) => {
      const { top, bottom } = ghost.getBoundingClientRect();
      return [top, bottom];
    });
    expect(top).toBeGreaterThanOrEqual(view.y);
    expect(bottom).toBeLessThanOrEqual(view.y + view.height + 2);
    // Each step is 25 px, of the block until it meets the edge and of the canvas from there on, and nothing glides after.
    const beyond = from.y + from.height + 60 * 25 - (view.y + view.height);
    expect(Math.abs(((await scrolled())[0] ?? 0) - beyond)).toBeLessThanOrEqual(2);
    await page.keyboard.press("Space");
    await expect(block(page, /Line 1\.$/)).toHaveAccessibleName(/^Heading, (2\d|3\d) of 40/);
    await expect(block(page, /Line 1\.$/)).toBeInViewport();
  });
});

/** What no golden has: pictures in columns, smaller and larger than these, and everything in a frame. */
function framed(url: string): EmailDocument {
  const src = `${url}/images/placeholder-600x300.png`;
  const look = { backgroundColor: "#dfecec", padding: "12px 20px", border: "2px solid #336666", borderRadius: "12px" };
  const picture = (width?: number, more: object = {}): Block => ({
    ...createBlock("image"),
    src,
    alt: "A picture",
    width: width ?? null,
    ...more,
  });
  const text = createBlock("text");
  return {
    name: "Framed",
    subject: "Framed",
    preheader: "",
    theme: {},
    blocks: [
      { ...createBlock("columns"), columns: [[picture(600)], [picture(300), { ...text }]], style: look },
      {
        ...createBlock("columns"),
        columns: [[picture()], [picture(80)], [{ ...text }]],
        style: { margin: "8px 4px 30px" },
      },
      { ...createBlock("columns"), columns: [[picture(600)], [{ ...text }]], stack: false, style: { padding: "10px" } },
      picture(400, { style: { ...look, margin: "0 0 20px 0" } }),
      { ...createBlock("hero-image"), imageSrc: src, style: look },
      {
        ...createBlock("columns"),
        columns: [[{ ...createBlock("hero-image"), imageSrc: src }], [createBlock("button")]],
      },
      { ...text, style: look },
    ],
  };
}

/** Every part is where the mail has it, to the px. */
function expectAlike(canvas: Boxes, mail: Boxes, what: string) {
  const near = (one: number[] = [], other: number[] = []) =>
    one.every((px, at) => Math.abs(px - (other[at] ?? 0)) <= 1);
  expect(canvas.parts.map(({ name }) => name).join(), what).toBe(mail.parts.map(({ name }) => name).join());
  expect(canvas.blocks.length, what).toBe(mail.blocks.length);
  const off = [
    ...canvas.parts.flatMap(({ name, box }, at) => {
      const other = mail.parts[at]?.box;
      return near(box, other) ? [] : [`${name} ${at} is at ${box} instead of ${other}`];
    }),
    ...canvas.blocks.flatMap((box, at) =>
      near(box, mail.blocks[at]) ? [] : [`block ${at} is at ${box} instead of ${mail.blocks[at]}`],
    ),
  ];
  expect(off, what).toEqual([]);
}

test("the canvas is the mail: every golden has its parts in the same places, on desktop and phone", async ({
  page,
  url,
  context,
}) => {
  await signUp(page, url);
  const call = await api(page, url);
  const reader = await context.newPage();
  // The server refuses to keep what is hostile; it changes no place.
  const kept = JSON.stringify(samples).replaceAll("https://letterpress.test", url).replaceAll("javascript:", "https:");
  const ours = JSON.parse(kept) as typeof samples;
  for (const [name, sample] of Object.entries({ ...ours, framed: framed(url) })) {
    // Each block has an id of its own.
    const { document } = parseDocument(sample);
    const template = await call.post("/api/templates", document);
    expect(template.id, `${name}: ${JSON.stringify(template)}`).toBeDefined();
    await page.goto(`${url}/templates/${template.id}/edit`);
    await expect(blocks(page)).not.toHaveCount(0);
    for (const [device, width] of [
      ["Desktop", 1000],
      ["Phone", 375],
    ] as const) {
      await reader.setViewportSize({ width, height: 800 });
      await reader.setContent(renderDocument(document));
      const mail = await reader.evaluate(measureMail, "mail" as const);
      await page.getByRole("group", { name: "Canvas width" }).getByText(device).click();
      await expect(async () => {
        expectAlike(await page.evaluate(measureMail, "canvas" as const), mail, `${name} on a ${device.toLowerCase()}`);
      }).toPass();
    }
  }

  // The last one, on a phone: what stands below one another has the whole width, small pictures their own.
  const pictures = await reader
    .locator("img")
    .evaluateAll((all) =>
      all.map((one) => [Math.round(one.getBoundingClientRect().width), getComputedStyle(one).borderRadius]),
    );
  const inFrame = 335 - 2 * (20 + 2);
  expect(pictures.slice(0, 4)).toEqual([
    [inFrame, "0px"],
    [inFrame, "0px"],
    [335 - 2 * 4, "0px"],
    [80, "0px"],
  ]);
  expect(pictures[5]).toEqual([inFrame, "10px"]);
  expect(pictures[6]).toEqual([inFrame, "10px"]);
});

test("keys typed right after Enter are written, however late the text editor comes", async ({ page, url }) => {
  await signUp(page, url);
  const call = await api(page, url);
  const heading = { ...createBlock("heading"), content: "One" };
  const text = { ...createBlock("text"), content: "<p>Two</p>" };
  const template = await call.post("/api/templates", { name: "Keys", subject: "Keys", blocks: [heading, text] });
  let letIn: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route("**/assets/rich-text-editor*.js", async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(`${url}/templates/${template.id}/edit`);
  await block(page, /^Heading/).click();
  await page.keyboard.press("Enter");
  // Among them keys that would insert, delete and move.
  await page.keyboard.type(" and/a x");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("half");
  await expect(blocks(page)).toHaveCount(2);
  letIn();
  const writing = page.locator(".mail-text .ProseMirror");
  await expect(writing).toHaveText("One and/a half");
  await expect(writing).toBeFocused();
  await page.keyboard.press("Escape");

  // The code is there now: the very next key counts.
  await block(page, /^Text/).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Three");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+s");
  await saved(page);
  const { blocks: kept } = await call.get(`/api/templates/${template.id}`);
  expect(kept.map(({ content }: { content: string }) => content)).toEqual([
    "One and/a half",
    "<p>Two!</p><p>Three</p>",
  ]);
});

/** Drops a file as a hand does, from outside of the browser; whether the page has left it to the browser. */
async function dropFile(
  page: Page,
  at: { x: number; y: number },
  file: { name: string; type: string; base64: string },
) {
  return await page.evaluate(
    ({ at, file }) => {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], file.name, { type: file.type }));
      const target = document.elementFromPoint(at.x, at.y) ?? document.body;
      const fire = (name: string) =>
        target.dispatchEvent(
          new DragEvent(name, {
            bubbles: true,
            cancelable: true,
            composed: true,
            clientX: at.x,
            clientY: at.y,
            dataTransfer: data,
          }),
        );
      const left = [fire("dragenter") && false, fire("dragover"), fire("drop")];
      return left.some(Boolean);
    },
    { at, file },
  );
}

test("files that are dropped anywhere come into the mail or are refused, and never open a page", async ({
  page,
  url,
}) => {
  await signUp(page, url);
  const call = await api(page, url);
  const lines = [1, 2].map((at) => ({ ...createBlock("heading"), content: `Line ${at}.` }));
  const template = await call.post("/api/templates", { name: "Drops", subject: "Drops", blocks: lines });
  await page.goto(`${url}/templates/${template.id}/edit`);
  const png = (name: string) => ({
    name,
    type: "image/png",
    base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  });
  const types = () =>
    blocks(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.split(",")[0]));
  const first = await block(page, /Line 1\.$/).boundingBox();
  if (!first) throw new Error("not on the screen");

  const inside = { x: first.x + first.width / 2, y: first.y + first.height - 6 };
  expect(await dropFile(page, inside, png("dot.png")), "left to the browser").toBe(false);
  await expect.poll(types).toEqual(["Heading", "Image", "Heading"]);
  await expect(page.locator(".drop-line")).toBeHidden();

  // On the bar above: at the end.
  expect(await dropFile(page, { x: 700, y: 20 }, png("other.png")), "left to the browser").toBe(false);
  await expect.poll(types).toEqual(["Heading", "Image", "Heading", "Image"]);

  const words = { name: "note.pdf", type: "application/pdf", base64: btoa("words") };
  expect(await dropFile(page, inside, words), "left to the browser").toBe(false);
  await expect(page.getByText("note.pdf isn't an image that email apps can show.")).toBeVisible();

  await page.getByRole("button", { name: "HTML", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await dropFile(page, { x: 700, y: 300 }, png("dot.png")), "left to the browser").toBe(false);
  await expect(page.getByText("Close the open dialog first, then drop the image on the email.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(types).toEqual(["Heading", "Image", "Heading", "Image"]);
  const { items } = await call.get("/api/media").then((all) => ({ items: Array.isArray(all) ? all : all.items }));
  expect(items.map(({ name }: { name: string }) => name)).toContain("dot.png");
});

test("two new templates keep their own unsaved work, and each is offered again", async ({ page, url, context }) => {
  await signUp(page, url);
  const begin = async (tab: Page, subject: string) => {
    await tab.getByPlaceholder("Email subject line...").fill(subject);
    await expect
      .poll(() => tab.evaluate((text) => JSON.stringify({ ...localStorage }).includes(text), subject))
      .toBe(true);
  };
  const second = await context.newPage();
  await openBlank(page, url);
  await begin(page, "First thought");
  await openBlank(second, url);
  // What another tab is writing is not offered here.
  await begin(second, "Second thought");
  await expect(second.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("another tab")).toBeHidden();
  await begin(page, "First thought, longer");
  await page.close({ runBeforeUnload: false });
  await second.close({ runBeforeUnload: false });

  const restored = async () => {
    const tab = await context.newPage();
    await tab.goto(`${url}/templates/new`);
    await tab.getByRole("button", { name: "Restore" }).click();
    await expect(tab.getByRole("dialog")).toBeHidden();
    return { tab, subject: await tab.getByPlaceholder("Email subject line...").inputValue() };
  };
  const [one, other] = [await restored(), await restored()];
  expect([one.subject, other.subject].sort()).toEqual(["First thought, longer", "Second thought"]);
  for (const { tab } of [one, other]) {
    await tab.getByRole("button", { name: "Save", exact: true }).click();
    await saved(tab);
  }
  expect(await one.tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("-draft-")))).toEqual([]);
});

test("a saved block is there in another browser, and what this one alone kept is taken over", async ({
  page,
  url,
  browser,
}) => {
  await signUp(page, url);
  const call = await api(page, url);
  const { id: me } = await call.get("/api/me");
  const kept = { saved: [{ id: "old", name: "Kept here", block: { ...createBlock("divider"), id: "old" } }] };
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? "", value ?? ""),
    [`letterpress-blocks-${me}-saved-blocks`, JSON.stringify(kept)],
  );
  await openBlank(page, url);
  const list = page.getByRole("region", { name: "Saved blocks" });
  await expect(list.getByRole("button", { name: /^Kept here/ })).toBeVisible();
  await page.getByRole("button", { name: "Heading", exact: true }).click();
  await block(page, /^Heading/).click();
  await page.getByRole("button", { name: "Save as block" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Masthead");
  await page.getByRole("button", { name: "Save block" }).click();
  await expect(page.getByText("Saved. Find it in the palette.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "the palette with saved blocks");
  await expect
    .poll(async () => (await call.get("/api/saved-blocks")).map(({ name }: { name: string }) => name))
    .toEqual(["Masthead", "Kept here"]);

  const other = await browser.newContext();
  const there = await other.newPage();
  await there.goto(url);
  await there.getByRole("button", { name: "Sign in" }).last().click();
  await there.getByLabel("Email").fill("ada@example.com");
  await there.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await there.getByRole("button", { name: "Sign in" }).last().click();
  await expect(there.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await openBlank(there, url);
  const region = there.getByRole("region", { name: "Saved blocks" });
  await region.getByRole("button", { name: /^Masthead/ }).click();
  await expect(block(there, /^Heading, 1 of 1/)).toBeVisible();
  await region.getByRole("button", { name: "Actions for Masthead" }).click();
  await there.getByRole("menuitem", { name: /Delete|Remove/ }).click();
  await expect(region.getByRole("listitem")).toHaveCount(1);
  await there.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(region.getByRole("listitem")).toHaveCount(2);
  await other.close();
});

test("pictures of others are not asked for before the author says so, wherever the mail is shown", async ({
  page,
  url,
  context,
}) => {
  const asked: string[] = [];
  await context.route(/^https:\/\/\w+\.example\//, async (route) => {
    asked.push(new URL(route.request().url()).host);
    await route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" });
  });
  await signUp(page, url);
  const call = await api(page, url);
  const picture = { ...createBlock("image"), src: "https://other.example/spy.png", alt: "Other" };
  await call.post("/api/templates", { name: "Theirs", subject: "Theirs", blocks: [picture] });

  await test.step("in what is imported", async () => {
    await openBlank(page, url);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Import/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByLabel("HTML, MJML or JSON")
      .fill('<p>Hello</p><table><tr><td><img src="https://pictures.example/a.png" alt="A"></td></tr></table>');
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Converted").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(blocks(page)).toHaveCount(2);
    const notice = page.getByText(/^Images from pictures\.example aren't loaded/);
    await expect(notice).toBeVisible();
    await expectAccessible(page, "the notice of pictures");
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Load images" }).click();
    await expect.poll(() => asked).toEqual(["pictures.example"]);
    await expect(notice).toBeHidden();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
  });

  await test.step("in a template, and in the list of all", async () => {
    await expect(page.getByRole("heading", { name: "Theirs" })).toBeVisible();
    // The thumbnail of the one that was let in has come; the other stands beside it.
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await page.getByRole("link", { name: "Edit Theirs" }).click();
    await expect(page.getByText(/^Images from other\.example aren't loaded/)).toBeVisible();
    const shown = block(page, /^Image/).locator("img");
    await expect(shown).toHaveAttribute("src", /\/images\/placeholder-600x300\.png$/);
    expect(asked).not.toContain("other.example");
    await page.getByRole("button", { name: "Load images" }).click();
    await expect(shown).toHaveAttribute("src", picture.src);
    await expect.poll(() => asked).toContain("other.example");
  });
});

test("every starter opens, is edited, saved, and comes back equal", async ({ page, url }) => {
  await signUp(page, url);
  const call = await api(page, url);
  for (const { name, document } of starters(url)) {
    await openBlank(page, url);
    await page.getByRole("button", { name: "Load", exact: true }).click();
    const gallery = page.getByRole("dialog");
    await gallery
      .getByRole("button", { name: new RegExp(`^${name}`) })
      .first()
      .click();
    const use = gallery.getByRole("button", { name: /^Use/ });
    if (await use.isVisible()) await use.click();
    await expect(blocks(page).first()).toBeVisible();
    await page.getByPlaceholder("Email subject line...").fill(`Edited: ${document.subject}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    const { templates } = await call.get("/api/templates?limit=1");
    expect(templates[0].subject, name).toBe(`Edited: ${document.subject}`);
    expect(bare(templates[0].blocks), name).toEqual(bare(document.blocks));
    expect(templates[0].theme, name).toEqual(document.theme);
    await page.goto(`${url}/templates/${templates[0].id}/edit`);
    await expect(blocks(page).first()).toBeVisible();
    await expect(page.getByText("Unsaved changes")).toBeHidden();
    await page.getByPlaceholder("Email subject line...").fill("Again");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    const again = await call.get(`/api/templates/${templates[0].id}`);
    expect(again.blocks, name).toEqual(templates[0].blocks);
  }
});

test("all ten blocks: exported, mailed, and read back as they were previewed", async ({ page, url, context }) => {
  await signUp(page, url);
  const call = await api(page, url);
  const made = blockTypes.map((type) => createBlock(type, url));
  for (const one of made) {
    if (one.type === "columns") one.columns = [[createBlock("text")], [createBlock("image", url)]];
    if (one.type === "social")
      one.platforms = {
        facebook: "https://example.com/f",
        youtube: "https://example.com/y",
      };
    if (one.type === "text") one.content += '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
  }
  const template = await call.post("/api/templates", {
    name: "All ten, at once!",
    subject: "Ten",
    blocks: made,
  });
  await page.goto(`${url}/templates/${template.id}/edit`);
  await expect(page.getByText(/12 components/)).toBeVisible();
  await expectAccessible(page, "the editor");

  const [preview] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: "Preview", exact: true }).click(),
  ]);
  const sheet = preview.frameLocator("iframe");
  await expect(sheet.getByRole("heading", { name: "New Heading" })).toBeVisible();
  const seen = await sheet.locator("body").innerText();
  await preview.close();

  await page.getByRole("button", { name: "HTML", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page, "the HTML export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("all_ten__at_once_.html");
  const exported = (await readFile(await download.path(), "utf8")).replace(/<!--letterpress:[^>]*-->/, "");

  const newsletter = await call.post("/api/newsletters", {
    name: "Ten",
    from_name: "Ada",
    from_prefix: "ada",
    // Nothing is put into the mail.
    tracking: "none",
  });
  await call.post(`/api/newsletters/${newsletter.id}/subscribers`, {
    email: "reader@example.net",
  });
  const campaigns = `/api/newsletters/${newsletter.id}/campaigns`;
  const campaign = await call.post(campaigns, {
    subject: "Ten",
    html_content: exported,
  });
  await call.post(`${campaigns}/${campaign.id}/send`, {});
  await expect.poll(async () => (await call.get(`${campaigns}/${campaign.id}`)).status).toBe("sent");
  const [mail] = await call.get("/api/captured-mail");
  const { html } = await call.get(`/api/captured-mail/${mail.id}`);
  const link = /href="([^"]*\/u\/[^"]*)"/.exec(html)?.[1];
  expect(html.replaceAll("\r\n", "\n")).toBe(exported.replaceAll("{{ unsubscribe_url }}", link ?? "no link"));
  // A page of its own: the dashboard's policy allows no mail's styles.
  const reader = await context.newPage();
  await reader.setContent(html);
  expect(await reader.locator("body").innerText()).toBe(seen);
});

test("text keeps its colors and alignment while it is written, and takes those that are pasted", async ({
  page,
  url,
}) => {
  await signUp(page, url);
  const call = await api(page, url);
  const text = createBlock("text");
  if (text.type !== "text") throw new Error("no text");
  text.content = '<p style="text-align:center">Dear <span style="color:#b3261e">reader</span></p>';
  const template = await call.post("/api/templates", { name: "Colored", subject: "Colored", blocks: [text] });
  await page.goto(`${url}/templates/${template.id}/edit`);
  // Drawn on the canvas, where a policy forbids styles in HTML.
  await expect(block(page, /^Text/).getByText("reader")).toHaveCSS("color", "rgb(179, 38, 30)");
  await block(page, /^Text/).dblclick();
  const writing = page.locator(".mail-text .ProseMirror");
  await expect(writing.getByText("reader")).toHaveCSS("color", "rgb(179, 38, 30)");
  await expect(writing.locator("p").first()).toHaveCSS("text-align", "center");
  await writing.evaluate((target) => {
    const data = new DataTransfer();
    data.setData("text/html", '<style>p{margin:0}</style><p>, <span style="color: #1a56db">hello</span></p>');
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(writing.getByText("hello")).toHaveCSS("color", "rgb(26, 86, 219)");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await saved(page);
  const { blocks: kept } = await call.get(`/api/templates/${template.id}`);
  expect(kept[0].content).toContain("text-align:center");
  expect(kept[0].content).toContain('<span style="color:#b3261e">reader</span>');
  expect(kept[0].content).toContain('<span style="color:#1a56db">hello</span>');
});

test.describe("provoked", () => {
  test.use({ provoked: /status of 404|Failed to load template/ });

  test("a template that cannot be loaded leads to the list", async ({ page, url }) => {
    await signUp(page, url);
    page.on("console", () => undefined);
    await page.goto(`${url}/templates/987654/edit`);
    await expect(page).toHaveURL(/\/templates$/);
    await expect(page.getByRole("heading", { name: "Email Templates", level: 1 })).toBeVisible();
  });
});

test.describe("provoked", () => {
  test.use({ provoked: /status of 409/ });

  test("a newer save elsewhere is told, and nothing is overwritten", async ({ page, url }) => {
    await signUp(page, url);
    const call = await api(page, url);
    const template = await call.post("/api/templates", {
      name: "Two of us",
      blocks: [createBlock("heading")],
    });
    await page.goto(`${url}/templates/${template.id}/edit`);
    await expect(blocks(page)).toHaveCount(1);
    await call.put(`/api/templates/${template.id}`, {
      subject: "From elsewhere",
      revision: template.revision,
    });
    await page.getByPlaceholder("Email subject line...").fill("From here");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toContainText(/changed elsewhere/i);
    expect((await call.get(`/api/templates/${template.id}`)).subject).toBe("From elsewhere");
  });
});

test("what was written survives a crash of the tab", async ({ page, url, context }) => {
  await signUp(page, url);
  await openBlank(page, url);
  await page.getByRole("button", { name: "Heading", exact: true }).click();
  await page.getByPlaceholder("Email subject line...").fill("Half a thought");
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes("Half a thought")))
    .toBe(true);
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto(`${url}/templates/new`);
  await next.getByRole("button", { name: "Restore" }).click();
  await expect(next.getByPlaceholder("Email subject line...")).toHaveValue("Half a thought");
  await expect(blocks(next)).toHaveCount(1);
});

test.describe("provoked", () => {
  test.use({ provoked: /status of 4(13|22)|ERR_CONNECTION/ });

  test("files that are no pictures are refused with the reason", async ({ page, url }) => {
    await signUp(page, url);
    await openBlank(page, url);
    await page.getByRole("button", { name: "Image", exact: true }).click();
    await page
      .getByRole("button", { name: /image library|choose|browse/i })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    const upload = async (name: string, mimeType: string, buffer: Buffer) =>
      await dialog.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });
    await upload("note.png", "image/png", Buffer.from("only words"));
    await expect(dialog.getByText(/isn't a PNG/)).toBeVisible();
    await upload("drawing.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await expect(dialog.getByText(/SVG/).first()).toBeVisible();
    await upload("huge.png", "image/png", Buffer.alloc(20 << 20));
    await expect(dialog.getByText(/over 10 MB/)).toBeVisible();
    const dot = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await upload("dot.png", "image/png", dot);
    await expect(dialog.getByRole("img", { name: /dot/ }).or(dialog.getByText("dot.png")).first()).toBeVisible();
    await expectAccessible(page, "the image library");
  });
});

/** When a page has all the others' code, it waits this long before it fetches the editors' as well. */
const LATER_MS = 2000;

declare global {
  /** What the page does after that wait. */
  var held: (() => void)[];
}

test("the editor's code is at most 200 KB, and comes with the editor alone until nobody waits for anything", async ({
  page,
  url,
}) => {
  await signUp(page, url);
  // However slow the machine, that wait ends when the test says so.
  await page.addInitScript((later) => {
    const wait = setTimeout;
    globalThis.held = [];
    const holding = (work: () => void, ms?: number) => (ms === later ? held.push(work) : wait(work, ms));
    Object.assign(globalThis, { setTimeout: holding });
  }, LATER_MS);
  const waits = async () => await expect.poll(() => page.evaluate(() => held.length)).toBe(1);
  const scripts = new Set<string>();
  page.on("request", (request) => void (request.resourceType() === "script" && scripts.add(request.url())));
  for (const path of ["/", "/newsletters", "/subscribers", "/campaigns", "/templates"]) {
    await page.goto(url + path);
    await waits();
  }
  const before = new Set(scripts);
  expect([...before].filter((path) => /editor|rich|tiptap/i.test(path))).toEqual([]);
  await page.goto(`${url}/templates/new`);
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await block(page, /^Text/).dblclick();
  await expect(page.getByRole("toolbar", { name: /format/i })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await waits();
  const own = [...scripts].filter((script) => !before.has(script));
  let total = 0;
  for (const script of own) total += gzipSync(await (await page.request.get(script)).body()).length;
  expect(own.length).toBeGreaterThan(0);
  expect(total, own.join(" ")).toBeLessThanOrEqual(200 * 1024);
  await page.evaluate(() => held[0]?.());
  await expect.poll(() => [...scripts].some((path) => path.includes("/write-page-"))).toBe(true);
});

test("a campaign is designed from a template, keeps its blocks, and is sent as designed", async ({ page, url }) => {
  await signUp(page, url);
  const call = await api(page, url);
  const newsletter = await call.post("/api/newsletters", { name: "Designs", from_name: "Ada", from_prefix: "ada" });
  await call.post(`/api/newsletters/${newsletter.id}/subscribers`, {
    email: "reader@example.net",
    first_name: "Grace",
  });
  const heading = { ...createBlock("heading"), content: 'Hello {{ subscriber.first_name | default("there") }}' };
  const template = await call.post("/api/templates", { name: "Letter", subject: "Letter", blocks: [heading] });

  await page.goto(`${url}/templates`);
  await page.getByRole("button", { name: "More for Letter" }).click();
  await page.getByRole("menuitem", { name: "New campaign from this" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Campaign" });
  await dialog.getByLabel("Newsletter", { exact: true }).selectOption({ label: "Designs" });
  await dialog.getByLabel("Subject Line").fill("Designed");
  await expect(dialog.getByLabel("Start from")).toHaveValue(String(template.id));
  await expectAccessible(page, "the campaign form with a design");
  await dialog.getByRole("button", { name: "Create Draft Campaign" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+\/\d+\/edit\?mode=design$/);
  await expect(blocks(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Button", exact: true }).click();
  await expect(blocks(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+\/\d+\/edit$/);

  const [campaign] = await call.get("/api/campaigns");
  const path = `/api/newsletters/${newsletter.id}/campaigns/${campaign.id}`;
  const kept = await call.get(path);
  expect(kept.blocks.map(({ type }: { type: string }) => type)).toEqual(["heading", "button"]);
  expect(kept.html_content).toContain("Click Here");
  expect((await call.get(`/api/templates/${template.id}`)).blocks).toHaveLength(1);

  await expect(page.getByRole("textbox", { name: /^Email text/ })).toContainText("Hello");
  await expectAccessible(page, "the page of a designed campaign");
  await page.getByLabel("Subject Line").fill("Designed and renamed");
  await page.getByRole("link", { name: "Campaigns", exact: true }).first().click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect.poll(async () => (await call.get(path)).subject).toBe("Designed and renamed");
  expect((await call.get(path)).blocks).toEqual(kept.blocks);

  await call.post(`${path}/send`, {});
  await expect.poll(async () => (await call.get(path)).status).toBe("sent");
  const [mail] = await call.get("/api/captured-mail");
  const { html, text } = await call.get(`/api/captured-mail/${mail.id}`);
  expect(html).toContain("Hello Grace</h2>");
  expect(html).toContain("v:roundrect");
  expect(text).toContain("Hello Grace");
});
