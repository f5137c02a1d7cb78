import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { CampaignStatus } from "@/api/campaigns";
import type { SearchResult } from "@/api/search";
import { signOut } from "@/api/session";
import type { Subscriber } from "@/api/subscribers";
import { expectAccessible } from "@/testing/axe";
import { campaign, domain, fakeServer, type Handler, newsletter, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const nothing: SearchResult = { newsletters: [], campaigns: [], subscribers: [], templates: [], domains: [] };
const hit = { id: 9, title: "Against the feed", subtitle: "The Slow Web", href: "/campaigns/1/9/edit" };

const subscriber: Subscriber = {
  id: 4,
  newsletter_id: 1,
  newsletter_name: "The Slow Web",
  email: "aga@example.org",
  first_name: null,
  last_name: null,
  status: "active",
  attributes: {},
  tags: [],
  subscribed_at: "2026-01-01T00:00:00.000Z",
  unsubscribed_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

const lists: Record<string, Handler> = {
  "GET /api/newsletters": () => ({ body: [newsletter()] }),
  "GET /api/search": ({ query }) => ({
    body: query.get("q")?.startsWith("aga") ? { ...nothing, campaigns: [hit] } : nothing,
  }),
};

beforeEach(() => signOut());

async function open(path: string, routes: Record<string, Handler> = {}) {
  const calls = fakeServer({ ...lists, ...routes });
  const user = userEvent.setup();
  renderApp(path);
  await screen.findByRole("combobox", { name: "Search" });
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("listbox");
  return { user, calls };
}

const withStatus = (status: CampaignStatus, over = {}): Record<string, Handler> => ({
  "GET /api/newsletters/1/campaigns/9": () => ({ body: campaign({ status, ...over }) }),
});

async function actionsOf(user: ReturnType<typeof userEvent.setup>, words: string, name: RegExp) {
  await user.keyboard(words);
  await screen.findByRole("option", { name, selected: true });
  await user.keyboard("{ArrowRight}");
  return within(await screen.findByRole("menu", { name: /^Actions for / }));
}

const names = (menu: Awaited<ReturnType<typeof actionsOf>>) =>
  menu.getAllByRole("menuitem").map((item) => item.querySelector("span")?.textContent);

test.each([
  ["draft", ["Edit", "Send Campaign", "Preview", "Schedule", "Test send", "Duplicate", "Delete"]],
  ["scheduled", ["Edit", "Send Now", "Preview", "Change schedule", "Test send", "Duplicate", "Cancel"]],
  ["sending", ["View Report", "Pause", "Preview", "Duplicate", "Cancel"]],
  ["paused", ["View Report", "Resume", "Preview", "Duplicate", "Cancel"]],
  ["sent", ["View Report", "Preview", "Duplicate"]],
  ["cancelled", ["Open", "Duplicate", "Preview", "Delete"]],
] as const)("a %s campaign's actions are those of its row, each with a letter of its own", async (status, expected) => {
  const { user } = await open("/nowhere", withStatus(status));
  const menu = await actionsOf(user, "aga", /^Against the feed/);
  expect(names(menu)).toEqual(expected);
  const letters = menu.getAllByRole("menuitem").map((item) => item.getAttribute("aria-keyshortcuts"));
  expect(letters.every(Boolean)).toBe(true);
  expect(new Set(letters).size).toBe(letters.length);
  expect(document.activeElement?.textContent).toContain(expected[0]);
});

test("a letter does it, and the focus is where it was before the search", async () => {
  const { user, calls } = await open("/nowhere", {
    ...withStatus("sending"),
    "POST /api/newsletters/1/campaigns/9/pause": () => ({ body: { draining: 0 } }),
  });
  await user.keyboard("{Escape}");
  const link = screen.getByRole("link", { name: "Back to home" });
  link.focus();
  await user.keyboard("{Control>}k{/Control}");
  await actionsOf(user, "aga", /^Against the feed/);
  await user.keyboard("p");
  expect(await screen.findByText("Campaign paused")).toBeTruthy();
  expect(calls.some(({ method, path }) => method === "POST" && path.endsWith("/9/pause"))).toBe(true);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(link);
});

test("arrows, Enter and the way back leave what was chosen as it was", async () => {
  const { user } = await open("/nowhere", withStatus("draft"));
  await actionsOf(user, "aga", /^Against the feed/);
  await expectAccessible(screen.getByRole("banner"));
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(document.activeElement?.textContent).toContain("Send Campaign");
  await user.keyboard("{ArrowLeft}");
  const box = screen.getByRole("combobox", { name: "Search" }) as HTMLInputElement;
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe("aga");
  expect(await screen.findByRole("option", { name: /^Against the feed/, selected: true })).toBeTruthy();
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(box);
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("menu");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/9/edit"));
});

test("a pointer opens the actions too, and a dialog stands above the page that is open", async () => {
  const { user } = await open("/nowhere", withStatus("draft"));
  await user.keyboard("aga");
  const option = await screen.findByRole("option", { name: /^Against the feed/ });
  await user.click(option.querySelector("[data-opener]") as HTMLElement);
  await user.click(await screen.findByRole("menuitem", { name: /^Test send/ }));
  expect(await screen.findByRole("dialog", { name: /test/i })).toBeTruthy();
  expect(location.pathname).toBe("/nowhere");
});

test("the arrow to the right walks through the text before it opens anything", async () => {
  const { user } = await open("/nowhere", withStatus("draft"));
  await user.keyboard("aga");
  await screen.findByRole("option", { name: /^Against the feed/ });
  const box = screen.getByRole("combobox", { name: "Search" }) as HTMLInputElement;
  box.setSelectionRange(0, 0);
  await user.keyboard("{ArrowRight}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(box);
});

test("a thing that can't be read says why", async () => {
  const { user } = await open("/nowhere", {
    "GET /api/newsletters/1/campaigns/9": () => ({ status: 404, body: { detail: "Campaign not found" } }),
  });
  await user.keyboard("aga");
  await screen.findByRole("option", { name: /^Against the feed/ });
  await user.keyboard("{ArrowRight}");
  expect((await screen.findByRole("alert")).textContent).toBe("Campaign not found");
});

test("what was opened without the search is among the recent, by its present name, and comes before the server's answer", async () => {
  fakeServer({
    ...lists,
    "GET /api/search": () => ({ body: new ReadableStream() }),
    "GET /api/templates/7": () => ({ body: template() }),
  });
  const user = userEvent.setup();
  renderApp("/templates/7/edit");
  expect(await screen.findByDisplayValue("Monthly letter")).toBeTruthy();
  await user.keyboard("{Control>}k{/Control}");
  const recent = await screen.findByRole("group", { name: "Recent" });
  expect(within(recent).getByRole("option").textContent).toBe("Monthly letter");
  await user.keyboard("month");
  const found = await screen.findByRole("group", { name: "Templates" });
  expect(within(found).getByRole("option", { selected: true }).textContent).toBe("Monthly letter");
});

test("what is no more is no longer offered", async () => {
  localStorage.setItem(
    "letterpress-recent",
    JSON.stringify({
      author: 1,
      visits: [{ kind: "campaign", id: 9, title: null, subtitle: null, href: "/campaigns/1/9/edit" }],
    }),
  );
  await open("/nowhere", {
    "GET /api/newsletters/1/campaigns/9": () => ({ status: 404, body: { detail: "Campaign not found" } }),
  });
  await waitFor(() => expect(localStorage.getItem("letterpress-recent")).toContain('"visits":[]'));
});

const found: SearchResult = {
  newsletters: [{ id: 1, title: "Aga newsletter", subtitle: null, href: "/newsletters#newsletter-1" }],
  campaigns: [],
  subscribers: [{ id: 4, title: "aga@example.org", subtitle: null, href: "/subscribers?newsletter=1&q=aga" }],
  templates: [{ id: 7, title: "Aga template", subtitle: null, href: "/templates/7/edit" }],
  domains: [{ id: 3, title: "aga.example.org", subtitle: null, href: "/domains?domain=3" }],
};
const things: Record<string, Handler> = {
  "GET /api/search": () => ({ body: found }),
  "GET /api/newsletters/1/subscribers/4": () => ({ body: subscriber }),
  "GET /api/domains/3": () => ({ body: domain({ id: 3, domain: "aga.example.org" }) }),
};

test.each([
  [
    "aga newsletter",
    ["Open", "Edit", "New campaign", "Add subscriber", "See campaigns", "See subscribers", "Deactivate", "Delete"],
  ],
  ["aga@example.org", ["Show in the list", "Edit", "Copy address", "Unsubscribe", "Remove"]],
  ["aga template", ["Edit", "Preview", "New campaign from this", "Duplicate", "Delete"]],
  ["aga.example.org", ["View Details", "Download zone file", "Verify", "Delete"]],
])("what one does with “%s”", async (words, expected) => {
  const { user } = await open("/nowhere", things);
  const menu = await actionsOf(user, words, new RegExp(`^${words}`, "i"));
  await waitFor(() => expect(names(menu)).toEqual(expected));
  const letters = menu.getAllByRole("menuitem").map((item) => item.getAttribute("aria-keyshortcuts"));
  expect(new Set(letters).size).toBe(expected.length);
});

test("a removal asks in the page's words and can be taken back", async () => {
  const { user, calls } = await open("/nowhere", things);
  await actionsOf(user, "aga@example.org", /^aga@/);
  await user.keyboard("{Backspace}");
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("Are you sure you want to remove aga@example.org?");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Subscriber removed successfully!")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  dispatchEvent(new Event("pagehide"));
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
});

test("nothing found: it can be written, or looked for elsewhere", async () => {
  const { user, calls } = await open("/nowhere", {
    "POST /api/newsletters/1/campaigns": () => ({ status: 201, body: campaign({ id: 30 }) }),
  });
  await user.keyboard("zanzibar{Enter}");
  expect(await screen.findByText("Nothing found for “zanzibar”")).toBeTruthy();
  const offers = within(await screen.findByRole("group", { name: "Try this" }));
  expect(offers.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Search subscribers for “zanzibar”",
    "Write “zanzibar” in The Slow Web",
    "Search the guide for “zanzibar”",
  ]);
  // The Enter that was pressed for an answer takes nobody anywhere.
  expect(location.pathname).toBe("/nowhere");
  await expectAccessible(screen.getByRole("banner"));
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/30/edit"));
  expect(calls.find(({ path }) => path === "/api/newsletters/1/campaigns")?.body).toEqual({
    subject: "zanzibar",
    html_content: "",
  });
});

test("an address that nobody has can be added", async () => {
  const { user } = await open("/nowhere");
  await user.keyboard("new@example.org");
  await user.click(await screen.findByRole("option", { name: "Add new@example.org as a subscriber" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Subscriber" }));
  expect((dialog.getByLabelText("Email") as HTMLInputElement).value).toBe("new@example.org");
});
