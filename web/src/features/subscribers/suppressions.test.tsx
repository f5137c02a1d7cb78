import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { fakeServer, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const admin = { "POST /api/auth/refresh": () => ({ body: session("token", { role: "admin" }) }) };

test("an administrator looks through the suppression list and takes an address off, which can be undone", async () => {
  const user = userEvent.setup();
  const row = {
    id: 7,
    email: "r@example.net",
    reason: "hard_bounce",
    source: "report",
    detail: "no such user",
    created_at: "2026-01-01T00:00:00.000Z",
  };
  const calls = fakeServer({
    ...admin,
    "GET /api/suppressions": () => ({ body: [row], headers: { "X-Total-Count": "1" } }),
    "DELETE /api/suppressions/7": () => ({ status: 204 }),
    "POST /api/suppressions": () => ({ status: 201, body: row }),
  });
  renderApp("/subscribers/suppressions");
  expect((await screen.findByText("r@example.net")).closest("li")?.textContent).toContain("Hard bounce");
  await user.click(screen.getByRole("button", { name: "Remove r@example.net" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(calls.find((call) => call.method === "POST" && call.path === "/api/suppressions")?.body).toEqual({
      email: "r@example.net",
      detail: "no such user",
    }),
  );
});

test("it stands beside the subscribers, for administrators alone", async () => {
  const lists = {
    "GET /api/newsletters": () => ({ body: [] }),
    "GET /api/subscribers": () => ({ body: [], headers: { "X-Total-Count": "0" } }),
    "GET /api/suppressions": () => ({ body: [], headers: { "X-Total-Count": "0" } }),
  };
  fakeServer({ ...admin, ...lists });
  const { unmount } = renderApp("/subscribers");
  const tabs = within(await screen.findByRole("navigation", { name: "Subscribers" }));
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("All subscribers");
  await userEvent.click(tabs.getByRole("link", { name: "Suppressed" }));
  expect(await screen.findByText("No address is suppressed.")).toBeTruthy();
  await expectAccessible(screen.getByRole("main"));
  unmount();
  await signOut();
  fakeServer(lists);
  renderApp("/subscribers/suppressions");
  expect(await screen.findByText("Only administrators can see the suppression list")).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Subscribers" })).toBeNull();
});
