import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { currentAuthor, signOut } from "@/api/session";
import { fakeServer, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const observers: MutationObserver[] = [];

afterEach(() => {
  for (const observer of observers.splice(0)) observer.disconnect();
  return signOut();
});

const signedOut = { "POST /api/auth/refresh": () => ({ status: 401, body: { detail: "Sign in first." } }) };

/** Every text the gate has shown, in order. */
function watchGate(): string[] {
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const text = document.querySelector("main [role=status]")?.textContent ?? "";
    if (text.endsWith("...") && seen.at(-1) !== text) seen.push(text);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  observers.push(observer);
  return seen;
}

test("the gate says its three messages in order", async () => {
  fakeServer({});
  const seen = watchGate();
  renderApp("/nowhere");
  await screen.findByText("Page not found", { selector: "p" });
  expect(seen.slice(0, 3)).toEqual([
    "Initializing authentication...",
    "Verifying credentials...",
    "Setting up API client...",
  ]);
});

test("a signed-out visitor sees only the prompt; signing in opens the page that was asked for", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({ ...signedOut, "POST /api/auth/sign-in": () => ({ body: session() }) });
  renderApp("/nowhere");
  await screen.findByText("Please sign in to access the newsletter management dashboard.");
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText("Email"), "author@example.com");
  await user.type(screen.getByLabelText("Password"), "long enough{Enter}");
  expect(await screen.findByText("Sorry, we couldn't find the page you're looking for.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to home" }).getAttribute("href")).toBe("/");
  expect(calls.find((call) => call.path === "/api/auth/sign-in")?.body).toEqual({
    email: "author@example.com",
    password: "long enough",
  });
});

test("a refused sign-in says why and keeps what was typed", async () => {
  const user = userEvent.setup();
  fakeServer({
    ...signedOut,
    "POST /api/auth/sign-in": () => ({ status: 401, body: { detail: "Wrong address or password." } }),
  });
  renderApp("/");
  await user.click(await screen.findByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText("Email"), "author@example.com");
  await user.type(screen.getByLabelText("Password"), "wrong{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Wrong address or password.");
  expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("author@example.com");
});

test("signing up checks the password's length before it asks the server", async () => {
  const user = userEvent.setup();
  const calls = fakeServer(signedOut);
  renderApp("/");
  await user.click(await screen.findByRole("button", { name: "Sign in" }));
  await user.click(await screen.findByRole("button", { name: "Create your account" }));
  await user.type(screen.getByLabelText("Name"), "Ada");
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "short{Enter}");
  expect(await screen.findByText("Use 10 to 128 characters.")).toBeTruthy();
  expect(calls.some((call) => call.path === "/api/auth/sign-up")).toBe(false);
});

test.each([
  ["Europe/Paris", true],
  ["Europe/Paris", false],
  ["UTC", true],
])("a new account begins in the browser's time zone (%s), or without a word in UTC", async (zone, works) => {
  const resolved = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...resolved, timeZone: zone });
  const user = userEvent.setup();
  const calls = fakeServer({
    ...signedOut,
    "POST /api/auth/sign-up": () => ({ body: session("token", { time_zone: "UTC" }) }),
    "PUT /api/settings": () => ({ status: works ? 200 : 500, body: {} }),
  });
  renderApp("/nowhere");
  await user.click(await screen.findByRole("button", { name: "Sign in" }));
  await user.click(await screen.findByRole("button", { name: "Create your account" }));
  await user.type(screen.getByLabelText("Name"), "Ada");
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "long enough{Enter}");
  await screen.findByText("Sorry, we couldn't find the page you're looking for.");
  const put = calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(put).toEqual(zone === "UTC" ? [] : [{ account: { time_zone: zone } }]);
  expect(currentAuthor()?.time_zone).toBe(works ? zone : "UTC");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("signing out returns to the signed-out page at /", async () => {
  const user = userEvent.setup();
  fakeServer({});
  renderApp("/nowhere");
  await user.click(await screen.findByRole("button", { name: "User menu" }));
  await user.click(screen.getByRole("menuitem", { name: "Sign out" }));
  await screen.findByText("Please sign in to access the newsletter management dashboard.");
  await waitFor(() => expect(location.pathname).toBe("/"));
});

test("g and a letter go to a page, and the footer follows the sidebar's order", async () => {
  const user = userEvent.setup();
  fakeServer({});
  renderApp("/nowhere");
  await screen.findByText("Page not found", { selector: "p" });
  await user.keyboard("gs");
  await screen.findByRole("heading", { name: "Subscribers", level: 1 });
  const links = screen.getByRole("navigation", { name: "Previous and next page" }).querySelectorAll("a");
  expect([...links].map((link) => link.getAttribute("href"))).toEqual(["/newsletters", "/campaigns"]);
});
