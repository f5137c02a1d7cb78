import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Installation } from "@/api/installation";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const held = (over: Partial<Installation> = {}): Installation => ({
  version: "0.4.2",
  restored_at: "2026-06-05T10:00:00Z",
  sending_held: true,
  can_confirm: true,
  social_links: [],
  ...over,
});
const confirmations = (calls: Call[]) => calls.filter(({ path }) => path === "/api/installation/confirm-sending");
const banner = () => screen.findByRole("region", { name: "Nothing is sent" });

test("an administrator reads why nothing is sent, and confirms after a second look", async () => {
  const user = userEvent.setup();
  let answer: Answer = { status: 503, body: { detail: "The database doesn't answer." } };
  const calls = fakeServer({
    "GET /api/installation": () => ({ body: held() }),
    "POST /api/installation/confirm-sending": () => answer,
  });
  renderApp("/nowhere");
  expect((await banner()).textContent).toContain("restored from a backup on");
  await expectAccessible(document.body);
  await user.click(screen.getByRole("button", { name: "Let it send" }));
  const dialog = within(screen.getByRole("dialog", { name: "Send from this installation?" }));
  await expectAccessible(document.body);
  expect(dialog.getByText("The old installation is switched off.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(confirmations(calls)).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Let it send" })));
  await user.click(screen.getByRole("button", { name: "Let it send" }));
  await user.click(screen.getByRole("button", { name: "Start sending" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The database doesn't answer.");
  answer = { body: held({ sending_held: false }) };
  await user.click(screen.getByRole("button", { name: "Start sending" }));
  expect(await screen.findByText("Sending is on again")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Nothing is sent" })).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("main"));
  expect(confirmations(calls)).toHaveLength(2);
});

test("other authors read whom to ask", async () => {
  fakeServer({ "GET /api/installation": () => ({ body: held({ can_confirm: false }) }) });
  renderApp("/nowhere");
  expect((await banner()).textContent).toContain("An administrator must confirm");
  expect(screen.queryByRole("button", { name: "Let it send" })).toBeNull();
});

test("a page that is loaded again has it from the start, until nothing is held any more", async () => {
  let answer: Answer = { body: held() };
  fakeServer({ "GET /api/installation": () => answer });
  const { unmount } = renderApp("/nowhere");
  await banner();
  unmount();
  answer = { status: 503 };
  renderApp("/nowhere");
  await screen.findByText("Page not found", { selector: "p" });
  expect(screen.getByRole("region", { name: "Nothing is sent" })).toBeTruthy();
  answer = { body: held({ sending_held: false }) };
  await waitFor(() => expect(screen.queryByRole("region", { name: "Nothing is sent" })).toBeNull());
  expect(localStorage.getItem("letterpress-held")).toBeNull();
});

test("an installation that sends says nothing", async () => {
  const calls = fakeServer({ "GET /api/installation": () => ({ body: held({ sending_held: false }) }) });
  renderApp("/nowhere");
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/installation")).toBe(true));
  await screen.findByText("Page not found", { selector: "p" });
  expect(screen.queryByText("Nothing is sent")).toBeNull();
});
