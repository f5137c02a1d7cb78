import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { SearchResult } from "@/api/search";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Call, fakeServer, type Handler, held, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { collect } from "./entries";
import { rank } from "./rank";

const nothing: SearchResult = { newsletters: [], campaigns: [], subscribers: [], templates: [], domains: [] };
const found: SearchResult = {
  ...nothing,
  newsletters: [{ id: 1, title: "The Slow Web", subtitle: "slow@example.com", href: "/newsletters#newsletter-1" }],
  subscribers: [{ id: 4, title: "slowinski@example.org", subtitle: "The Slow Web", href: "/subscribers?q=slowinski" }],
};

const search: Handler = (call: Call) => ({ body: call.query.get("q")?.startsWith("slow") ? found : nothing });
const lists = {
  "GET /api/search": search,
  "GET /api/newsletters": () => ({ body: [newsletter()] }),
  "GET /api/overview": () => ({ status: 500 }),
};

beforeEach(() => signOut());

async function open(path = "/nowhere", routes: Record<string, Handler> = {}) {
  const calls = fakeServer({ ...lists, ...routes });
  const user = userEvent.setup();
  renderApp(path);
  await screen.findByRole("combobox", { name: "Search" });
  await user.keyboard("{Control>}k{/Control}");
  const list = await screen.findByRole("listbox");
  return { user, list, calls };
}

const groupNames = () => screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"));
const active = () => screen.getByRole("option", { selected: true }).textContent;

test("ranks exact before beginning before word before part, and needs every word", () => {
  expect(rank("Add domain", "add domain")).toBe(100);
  expect(rank("Add domain", "add")).toBe(80);
  expect(rank("Add domain", "dom")).toBe(60);
  expect(rank("Add domain", "main")).toBe(30);
  expect(rank("Add domain", "dom add")).toBe(60);
  expect(rank("Add domain", "add web")).toBe(0);
});

test("a subject is found as subscribers read it", async () => {
  const subject = 'Hello {{ subscriber.first_name | default("there") }}';
  const hits = {
    ...nothing,
    campaigns: [{ id: 5, title: subject, subtitle: "The Slow Web", href: "/campaigns#campaign-5" }],
    templates: [{ id: 6, title: "Weekly", subtitle: subject, href: "/templates/6/edit" }],
  };
  const { user } = await open("/nowhere", { "GET /api/search": () => ({ body: hits }) });
  await user.keyboard("hello");
  expect(await screen.findByRole("option", { name: /^Hello there/ })).toBeTruthy();
  expect(screen.getByRole("option", { name: /^Weekly/ }).textContent).toContain("Hello there");
});

test("the group with the best answer comes first, and what the server found is always shown", () => {
  const guide = [{ href: "/documentation/x", page: "Slow servers", heading: "Slow", excerpt: [] }];
  const commands = [{ group: "Actions" as const, title: "Slow down", href: "/x" }];
  const entries = collect("slow", { result: found, guide, commands, recent: [] });
  expect(entries.map((entry) => entry.group)).toEqual(["Subscribers", "Actions", "Newsletters", "Guide"]);
  const odd = collect("unrelated", { result: found, guide: [], commands, recent: [] });
  expect(odd.map((entry) => entry.title)).toEqual(["The Slow Web", "slowinski@example.org"]);
});

test("without words it offers actions and places, and goes there by keyboard alone", async () => {
  const { user } = await open();
  expect(screen.getByPlaceholderText("Search newsletters...")).toBe(document.activeElement);
  expect(groupNames()).toEqual(["Actions", "Go to"]);
  expect(active()).toBe("Create newsletter");
  await expectAccessible(screen.getByRole("banner"));
  await user.keyboard("{ArrowDown}");
  expect(active()).toBe("Add subscriber");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(active()).toBe("Go to Support");
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Support" })).toBeTruthy();
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("finds what the author has and what the guide says", async () => {
  const { user } = await open();
  await user.keyboard("slow");
  expect(await screen.findByRole("option", { name: /slow@example.com/ })).toBeTruthy();
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("tracking host");
  await user.click(await screen.findByRole("option", { name: /^Tracking host/ }));
  await screen.findByRole("heading", { level: 1, name: "Sending domains" });
  expect(location.pathname + location.hash).toBe("/documentation/domains#tracking-host");
});

test("Enter before the answers came follows the first of them", async () => {
  const { user, calls } = await open();
  await user.keyboard("slow web{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/newsletters"));
  expect(calls.filter((call) => call.path === "/api/search").map((call) => call.query.get("q"))).toContain("slow web");
});

test("an action opens the very dialog", async () => {
  const { user } = await open();
  await user.keyboard("add sub");
  await waitFor(() => expect(active()).toBe("Add subscriber"));
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: /Add Subscriber/i })).toBeTruthy();
});

test("an action can do its work at once: theme, shortcuts, sign-out", async () => {
  const { user } = await open();
  await user.keyboard("theme to light");
  await waitFor(() => expect(active()).toBe("Change theme to light"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.documentElement.classList.contains("light")).toBe(true));
  await user.keyboard("{Control>}k{/Control}shortcuts{Enter}");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.keyboard("{Control>}k{/Control}log out{Enter}");
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
});

test("what was followed is offered again, except subscribers, until somebody signs out", async () => {
  const { user } = await open();
  await user.keyboard("slow web{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/newsletters"));
  await user.keyboard("{Control>}k{/Control}slowinski{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/subscribers"));
  await user.keyboard("{Control>}k{/Control}");
  const recent = await screen.findByRole("group", { name: "Recent" });
  expect(
    within(recent)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["The Slow Webslow@example.com"]);
  await signOut();
  expect(localStorage.getItem("letterpress-recent")).toBeNull();
});

test("what remains without the server says that something is missing", async () => {
  const { user } = await open("/nowhere", { "GET /api/search": () => ({ status: 500, body: { detail: "No." } }) });
  await user.keyboard("support");
  expect(await screen.findByText(/The server's answers are missing/)).toBeTruthy();
  expect(screen.getByRole("option", { name: /Go to Support/ })).toBeTruthy();
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("xyzzyx");
  expect(await screen.findByText("Search failed. Check the connection and type again.")).toBeTruthy();
});

test("what was walked to stays chosen when better answers come later", async () => {
  const weekly = { id: 2, title: "Support weekly", subtitle: null, href: "/newsletters#newsletter-2" };
  const { answer, release } = held({ ...nothing, newsletters: [weekly] });
  const { user } = await open("/nowhere", { "GET /api/search": answer });
  await user.keyboard("support");
  // The guide has answered, the server has not: nothing moves while one walks.
  await screen.findByRole("group", { name: "Guide" });
  expect(active()).toContain("Go to Support");
  await user.keyboard("{ArrowDown}{ArrowUp}");
  release();
  await screen.findByRole("group", { name: "Newsletters" });
  expect(active()).toContain("Go to Support");
});

test.each([
  ["settings", "Go to Settings"],
  ["analytics", "Go to Analytics"],
  ["templates", "Go to Templates"],
  ["overview", "Go to Overview"],
  ["subscribers", "Go to Subscribers"],
  ["webhook", "Webhooks"],
  ["api keys", "API keys"],
  ["password", "Change password"],
  ["authenticator", "Authenticator app"],
  ["delete account", "Delete account"],
])("“%s” is first of all a screen, not a text about it", async (typed, first) => {
  const { user } = await open();
  await user.keyboard(typed);
  await screen.findByRole("group", { name: "Guide" });
  expect(active()).toMatch(new RegExp(`^${first}`));
});

test("a part of the settings is opened at its place", async () => {
  const { user } = await open("/nowhere", {
    "GET /api/settings": () => ({ status: 500, body: { detail: "No." } }),
  });
  await user.keyboard("webhook{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await waitFor(() => expect(location.pathname + location.hash).toBe("/settings/api#webhooks"));
});
