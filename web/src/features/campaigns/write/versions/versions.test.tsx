import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Call, campaign, fakeServer, type Handler, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { changesSince, lengthOf } from "./changes";
// Compiled before the first test waits for them.
import "../prose/prose-editor";
import "./versions-dialog";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";
const VERSIONS = `${CAMPAIGN}/versions`;
const SLOW = { timeout: 120_000 };

const text = (content: string) => [{ id: "a", type: "text", content }] as unknown as Campaign["blocks"];
const designed = (content: string, over: Partial<Campaign> = {}) =>
  campaign({ blocks: text(content), theme: {}, html_content: content, ...over });

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const line = (revision: number, over = {}) => ({
  revision,
  subject: `Subject ${revision}`,
  saved_at: at(60 - revision),
  began_at: at(61 - revision),
  api_key_id: null,
  ...over,
});

const earlier = {
  ...line(3),
  subject: "Against the feed",
  preheader: null,
  html_content: "<p>The long old words</p>",
  text_content: null,
  blocks: text("<p>The long old words</p>"),
  theme: {},
  ab_test: null,
};

async function open(routes: Record<string, Handler> = {}) {
  const present = { now: designed("<p>The new words</p>", { revision: 7 }) };
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/api-keys": () => ({ body: [{ id: 4, name: "Zapier" }] }),
    [`GET ${CAMPAIGN}`]: () => ({ body: present.now }),
    [`GET ${CAMPAIGN}/checks`]: () => ({ body: { checks: [] } }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      present.now = { ...present.now, ...(body as Partial<Campaign>), revision: present.now.revision + 1 };
      return { body: present.now };
    },
    [`GET ${VERSIONS}`]: () => ({ body: [line(7), line(3), line(2, { api_key_id: 4 })] }),
    [`GET ${VERSIONS}/3`]: () => ({ body: earlier }),
    [`POST ${VERSIONS}/3/restore`]: () => {
      present.now = designed("<p>The long old words</p>", { revision: 8 });
      return { body: present.now };
    },
    ...routes,
  });
  renderApp("/campaigns/1/9/edit");
  const box = await screen.findByRole("textbox", { name: /^Email text/ }, SLOW);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Versions" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Versions" }));
  return { present, calls, box, dialog };
}

const bodies = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method && call.path.startsWith(CAMPAIGN)).map(({ body }) => body);

test("the versions are listed with time and writer; the one before the present shows what came and went", async () => {
  const { dialog } = await open();
  expect(await dialog.findByRole("button", { name: /Current.*You · Subject 7/ })).toBeTruthy();
  expect(await dialog.findByRole("button", { name: /API key "Zapier" · Subject 2/ })).toBeTruthy();
  expect(dialog.getByRole("button", { name: /Subject 3/ }).getAttribute("aria-pressed")).toBe("true");
  expect((await dialog.findByText("long old")).tagName).toBe("DEL");
  expect(dialog.getByText("new").tagName).toBe("INS");
  expect(dialog.getByText(/^Since then: 1 word/).textContent).toBe("Since then: 1 word added, 2 words removed");
  await expectAccessible(document.body);
  await userEvent.click(dialog.getByRole("button", { name: "Preview" }));
  expect(dialog.getByTitle(/^Version of /)).toBeTruthy();
});

test("Restore shows the version in the text, and Undo brings back what was there", async () => {
  const { present, calls, box, dialog } = await open();
  await userEvent.click(await dialog.findByRole("button", { name: "Restore" }));
  await waitFor(() => expect(box.textContent).toContain("The long old words"));
  expect(bodies(calls, "POST")).toEqual([{ revision: 7 }]);
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(box.textContent).toContain("The new words");
  fireEvent.keyDown(window, { key: "s", metaKey: true });
  await waitFor(() => expect(present.now.text_content).toBe("The new words\n"));
});

test("a version that cannot be restored says why, and nothing is changed", async () => {
  const { box, dialog } = await open({
    [`POST ${VERSIONS}/3/restore`]: () => ({ status: 409, body: { detail: "Somebody saved meanwhile." } }),
  });
  await userEvent.click(await dialog.findByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Somebody saved meanwhile.")).toBeTruthy();
  expect(box.textContent).toContain("The new words");
});

test("before the first change there are none; a list that does not come is asked for again", async () => {
  let fails = true;
  const { dialog } = await open({
    [`GET ${VERSIONS}`]: () => (fails ? { status: 500, body: { detail: "The disk is full." } } : { body: [] }),
  });
  expect(await dialog.findByText("The disk is full.")).toBeTruthy();
  fails = false;
  await userEvent.click(dialog.getByRole("button", { name: "Try Again" }));
  expect(await dialog.findByText(/^No earlier versions/)).toBeTruthy();
});

test("of a long passage that stayed, only what stands around a change is shown", () => {
  const long = Array.from({ length: 200 }, (_, n) => `word${n}`).join(" ");
  const [change] = changesSince(designed(`<p>${long} old ${long}</p>`), designed(`<p>${long} new ${long}</p>`));
  expect(change?.label).toBe("Content");
  expect(change?.parts.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
  expect(change?.parts[0]?.text.length).toBeLessThan(120);
  expect(lengthOf(change ? [change] : [])).toEqual({ added: 1, removed: 1 });
});

test("HTML by hand is compared by its words, the inbox's lines by theirs", () => {
  const now = campaign({ html_content: "<h1>News</h1><p>Same</p>", preheader: "Later" });
  const then = campaign({ html_content: "<h2>News</h2><p>Same</p>", subject: "Before" });
  expect(changesSince(then, now).map(({ label }) => label)).toEqual(["Subject Line", "Preview text"]);
});
