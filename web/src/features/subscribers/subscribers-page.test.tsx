import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import type { Subscriber } from "@/api/subscribers";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, fakeServer, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { parseAttributes } from "./schema";

afterEach(() => signOut());

const reader = (id: number, over: Partial<Subscriber> = {}): Subscriber => ({
  id,
  newsletter_id: 1,
  newsletter_name: "The Slow Web",
  email: `reader${id}@example.com`,
  first_name: "Ada",
  last_name: null,
  status: "active",
  attributes: {},
  tags: [],
  subscribed_at: "2026-01-01T00:00:00.000Z",
  unsubscribed_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  ...over,
});

const next = '</api/subscribers?limit=50&cursor=two>; rel="next"';

function listAnswer({ query }: Call): Answer {
  if (query.get("q")) return { body: [], headers: { "X-Total-Count": "0" } };
  if (query.get("cursor") === "two") return { body: [reader(3)], headers: { "X-Total-Count": "3" } };
  return { body: [reader(1), reader(2)], headers: { "X-Total-Count": "3", Link: next } };
}

const server = (over = {}) =>
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter(), newsletter({ id: 2, name: "Closed", is_active: false })] }),
    "GET /api/subscribers": listAnswer,
    "GET /api/subscribers/stats": () => ({
      body: { total: 3, active: 3, unsubscribed: 0, pending: 0, bounced: 0, complained: 0, this_week: 1 },
    }),
    "GET /api/imports": () => ({ body: [] }),
    ...over,
  });

test("Next and Previous walk through the pages by cursor", async () => {
  const user = userEvent.setup();
  server();
  renderApp("/subscribers");
  expect(await screen.findByText("Showing 2 of 3 subscribers")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("reader3@example.com")).toBeTruthy();
  expect((screen.getByRole("button", { name: "Next" }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Previous" }));
  expect(await screen.findByText("reader1@example.com")).toBeTruthy();
});

test("a page of the list is no longer than three screens, on a desk and on a phone", async () => {
  const limits = (calls: Call[]) =>
    calls.filter(({ path }) => path === "/api/subscribers").map(({ query }) => query.get("limit"));
  const atADesk = server();
  const desk = renderApp("/subscribers");
  await waitFor(() => expect(limits(atADesk)).toContain("40"));
  desk.unmount();
  const matches = (query: string) => query === "(max-width: 639px)";
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: matches(query), media: query }) as never,
  );
  const onAPhone = server();
  renderApp("/subscribers");
  await waitFor(() => expect(limits(onAPhone)).toContain("20"));
});

test("a search that finds nobody says so and can be cleared", async () => {
  const user = userEvent.setup();
  server();
  renderApp("/subscribers");
  await user.type(await screen.findByRole("searchbox", { name: "Search subscribers" }), "zed");
  expect(await screen.findByText("No subscribers match your filters")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("Showing 2 of 3 subscribers")).toBeTruthy();
});

const deletions = (calls: Call[]) => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);

async function removeFirst() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Remove reader1@example.com" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("Are you sure you want to remove reader1@example.com?");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Subscriber removed successfully!")).toBeTruthy();
  return user;
}

/** What a browser tells a page that it leaves; sends what waits. */
const leave = () => act(async () => void dispatchEvent(new Event("pagehide")));

test("Remove asks with the exact words, says that it is done, and can be taken back", async () => {
  const calls = server();
  renderApp("/subscribers");
  const user = await removeFirst();
  expect(screen.getByText("Showing 1 of 2 subscribers")).toBeTruthy();
  expect(screen.queryByText("reader1@example.com")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("reader1@example.com")).toBeTruthy();
  await leave();
  expect(deletions(calls)).toEqual([]);
});

test("a removal is sent when it can't be taken back any more, wherever its author is by then", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  try {
    const calls = server({ "DELETE /api/newsletters/1/subscribers/1": () => ({ status: 204 }) });
    renderApp("/subscribers");
    const user = await removeFirst();
    await user.click(screen.getAllByRole("link", { name: "Settings" })[0] as HTMLElement);
    await waitFor(() => expect(location.pathname).toBe("/settings/account"));
    expect(deletions(calls)).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(8000));
    await waitFor(() => expect(deletions(calls)).toEqual(["/api/newsletters/1/subscribers/1"]));
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["the page goes", leave],
  ["its author signs out", () => act(() => signOut())],
])("when %s, a removal that waits is sent at once", async (_, go) => {
  const calls = server({ "DELETE /api/newsletters/1/subscribers/1": () => ({ status: 204 }) });
  renderApp("/subscribers");
  await removeFirst();
  await go();
  await waitFor(() => expect(deletions(calls)).toEqual(["/api/newsletters/1/subscribers/1"]));
  const call = calls.find(({ method }) => method === "DELETE");
  expect(call?.headers.get("Authorization")).toBe("Bearer token");
});

test("a removal that is refused says so, and the subscriber is there again", async () => {
  server({ "DELETE /api/newsletters/1/subscribers/1": () => ({ status: 503, body: { detail: "Not now." } }) });
  renderApp("/subscribers");
  await removeFirst();
  await leave();
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect(await screen.findByText("reader1@example.com")).toBeTruthy();
});

test("Add Subscriber offers active newsletters only and shows why an address is refused", async () => {
  const user = userEvent.setup();
  const refusal = { status: 409, body: { detail: "reader1@example.com is already a reader of this newsletter." } };
  const calls = server({ "POST /api/newsletters/1/subscribers": () => refusal });
  renderApp("/subscribers");
  await screen.findByText("Showing 2 of 3 subscribers");
  await user.click(screen.getByRole("button", { name: "Add Subscriber" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Subscriber" }));
  expect(dialog.queryByRole("option", { name: "Closed" })).toBeNull();
  await user.type(dialog.getByLabelText("Email"), "reader1@example.com");
  await user.click(dialog.getByRole("button", { name: "Add Subscriber" }));
  expect(await dialog.findByText(refusal.body.detail)).toBeTruthy();
  expect(calls.find((call) => call.method === "POST" && call.path.endsWith("/subscribers"))?.body).toEqual({
    email: "reader1@example.com",
  });
});

test("chosen readers are removed together", async () => {
  const user = userEvent.setup();
  const calls = server({
    "POST /api/newsletters/1/subscribers/bulk": () => ({ body: { matched: 2, changed: 2 } }),
  });
  renderApp("/subscribers");
  await user.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await user.click(screen.getByRole("button", { name: "Remove selected" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("2 subscribers removed")).toBeTruthy();
  await leave();
  await waitFor(() =>
    expect(calls.find((call) => call.path.endsWith("/bulk"))?.body).toEqual({ action: "remove", ids: [1, 2] }),
  );
});

const columnsShown = () => screen.getAllByRole("columnheader").map((head) => head.textContent);

test("columns are chosen by keyboard, and kept for this author in this browser", async () => {
  const user = userEvent.setup();
  server({
    "GET /api/subscribers": () => ({
      body: [reader(1, { tags: ["vip"], attributes: { city: "Lisbon", age: 41 } }), reader(2)],
      headers: { "X-Total-Count": "2" },
    }),
  });
  const { unmount } = renderApp("/subscribers");
  await screen.findByText("Showing 2 of 2 subscribers");
  expect(columnsShown()).toEqual(["", "Subscriber", "Newsletter", "Status", "Subscribed", "Actions"]);
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Newsletter" }));
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Tags" }));
  screen.getByRole("menuitemcheckbox", { name: "age attribute" }).focus();
  await user.keyboard("{ArrowDown}{Enter}{Escape}");
  const chosen = ["", "Subscriber", "Status", "Tags", "Subscribed", "city", "Actions"];
  expect(columnsShown()).toEqual(chosen);
  expect(screen.getByRole("cell", { name: "Lisbon" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "vip" })).toBeTruthy();
  await expectAccessible(screen.getByRole("main"));
  unmount();
  renderApp("/subscribers");
  await screen.findByText("Showing 2 of 2 subscribers");
  expect(columnsShown()).toEqual(chosen);
  expect(localStorage.getItem("letterpress-columns-1")).toContain("attributes.city");
});

/** Everybody has the tag, and more than are counted. */
function taggedAnswer({ query }: Call): Answer {
  const isTagged = query.get("tag") === "vip";
  if (isTagged && query.get("q") === "zed") return { body: [], headers: { "X-Total-Count": "0" } };
  const rows = query.get("cursor") === "two" ? [3] : [1, 2];
  return {
    body: rows.map((id) => reader(id, { tags: ["vip", "book club & café"] })),
    headers: {
      "X-Total-Count": isTagged ? "1000" : "3",
      "X-Total-Count-Capped": String(isTagged),
      Link: next,
    },
  };
}

function openTagged(address = "/subscribers") {
  localStorage.setItem("letterpress-columns-1", JSON.stringify(["status", "tags"]));
  const calls = server({ "GET /api/subscribers": taggedAnswer });
  return { calls, user: userEvent.setup(), ...renderApp(address) };
}

/** What the list was asked for last. */
const asked = (calls: Call[]) =>
  Object.fromEntries([...(calls.findLast(({ path }) => path === "/api/subscribers")?.query ?? [])]);
/** The tag of a row, as a chip and for phones. */
const tagButtons = (tag: string) => screen.getAllByRole("button", { name: `Show subscribers with the tag ${tag}` });
const addressFilters = () => Object.fromEntries(new URLSearchParams(location.search));
const tagFilter = () => screen.queryByRole("button", { name: "Remove the tag filter" });

test("a tag of a row shows who has it, also after a reload, until the filter is removed", async () => {
  const { calls, user, unmount } = openTagged();
  await screen.findByText("Showing 2 of 3 subscribers");
  expect(tagFilter()).toBeNull();
  for (const button of tagButtons("vip")) expect(button.textContent).toBe("vip");
  tagButtons("vip")[0]?.focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Showing 2 of more than 1,000 subscribers")).toBeTruthy();
  expect(asked(calls)).toEqual({ tag: "vip", limit: "40" });
  expect(screen.getByText("Tag: vip")).toBeTruthy();
  // The row may be gone.
  expect(document.activeElement).toBe(tagFilter());
  await expectAccessible(screen.getByRole("main"));

  unmount();
  const again = openTagged(`/subscribers${location.search}`);
  expect(await screen.findByText("Showing 2 of more than 1,000 subscribers")).toBeTruthy();
  expect(asked(again.calls)).toEqual({ tag: "vip", limit: "40" });
  expect(document.activeElement).toBe(document.body);
  await user.click(tagFilter() as HTMLElement);
  expect(await screen.findByText("Showing 2 of 3 subscribers")).toBeTruthy();
  expect(tagFilter()).toBeNull();
  expect(location.search).toBe("");
  expect(document.activeElement?.id).toBe("subscriber-lists");
});

test("a tag starts at the first page, and is kept while one pages and searches", async () => {
  const { calls, user } = openTagged();
  await screen.findByText("Showing 2 of 3 subscribers");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("reader3@example.com");
  await user.click(tagButtons("book club & café")[0] as HTMLElement);
  await screen.findByText("Tag: book club & café");
  await waitFor(() => expect(asked(calls)).toEqual({ tag: "book club & café", limit: "40" }));
  const withTag = calls.filter(({ query }) => query.get("tag") !== null);
  expect(withTag.map(({ query }) => query.get("cursor"))).toEqual([null]);

  await user.click(tagButtons("vip")[0] as HTMLElement);
  await screen.findByText("Showing 2 of more than 1,000 subscribers");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("reader3@example.com");
  expect(asked(calls)).toEqual({ tag: "vip", limit: "40", cursor: "two" });
  await user.type(screen.getByRole("searchbox", { name: "Search subscribers" }), "ada");
  await waitFor(() => expect(asked(calls)).toEqual({ tag: "vip", q: "ada", limit: "40" }));
  expect(addressFilters()).toEqual({ tag: "vip", q: "ada" });
});

test("whoever is in a field when a tag's filter is drawn goes on typing there", async () => {
  const { user } = openTagged();
  await screen.findByText("Showing 2 of 3 subscribers");
  const search = screen.getByRole("searchbox", { name: "Search subscribers" });
  act(() => {
    tagButtons("vip")[0]?.click();
    search.focus();
  });
  await screen.findByText("Tag: vip");
  await user.keyboard("ada");
  expect(document.activeElement).toBe(search);
  await waitFor(() => expect(addressFilters()).toEqual({ tag: "vip", q: "ada" }));
});

test("Clear filters lets go of all of them at once", async () => {
  const { calls, user } = openTagged("/subscribers?newsletter=1&status=active&tag=vip&q=zed");
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("Showing 2 of 3 subscribers")).toBeTruthy();
  expect(asked(calls)).toEqual({ limit: "40" });
  expect(addressFilters()).toEqual({});
  expect(tagFilter()).toBeNull();
  expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("");
});

const many = () => ({
  "GET /api/subscribers": () => ({
    body: [1, 2, 3, 4, 5].map((id) => reader(id)),
    headers: { "X-Total-Count": "5" },
  }),
});
const rowBox = (id: number) => screen.getByRole("checkbox", { name: `Select reader${id}@example.com` });
const ticked = () => [1, 2, 3, 4, 5].filter((id) => (rowBox(id) as HTMLInputElement).checked);

test("shift selects a range, and takes it back", async () => {
  const user = userEvent.setup();
  server(many());
  renderApp("/subscribers");
  await screen.findByText("Showing 5 of 5 subscribers");
  await user.click(rowBox(4));
  await user.keyboard("{Shift>}");
  await user.click(rowBox(2));
  await user.keyboard("{/Shift}");
  expect(ticked()).toEqual([2, 3, 4]);
  await user.click(rowBox(3));
  await user.keyboard("{Shift>}");
  await user.click(rowBox(4));
  await user.keyboard("{/Shift}");
  expect(ticked()).toEqual([2]);
});

test("shift and the arrows select what they pass", async () => {
  const user = userEvent.setup();
  server(many());
  renderApp("/subscribers");
  await screen.findByText("Showing 5 of 5 subscribers");
  rowBox(2).focus();
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(ticked()).toEqual([2, 3, 4]);
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(rowBox(5));
  expect(ticked()).toEqual([2, 3, 4]);
});

test("several that were removed together come back together", async () => {
  const user = userEvent.setup();
  const calls = server(many());
  renderApp("/subscribers");
  await screen.findByText("Showing 5 of 5 subscribers");
  await user.click(rowBox(1));
  await user.click(rowBox(2));
  await user.click(screen.getByRole("button", { name: "Remove selected" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Showing 3 of 3 subscribers")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Showing 5 of 5 subscribers")).toBeTruthy();
  await leave();
  expect(calls.some(({ path }) => path.endsWith("/bulk"))).toBe(false);
});

test("attributes keep their kind when they still read like it", () => {
  const before = { age: 41, member: true, zip: "01234", note: null };
  expect(parseAttributes("age: 42\nmember: false\nzip: 56789\nnote:\ncity: Lisbon: old town", before)).toEqual({
    age: 42,
    member: false,
    zip: "56789",
    note: null,
    city: "Lisbon: old town",
  });
});
