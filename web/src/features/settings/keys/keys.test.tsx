import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { apiKey, settingsRoutes } from "@/testing/settings";
import { wordsOf } from "./scopes";

afterEach(() => signOut());

const shown = () => screen.getByLabelText<HTMLInputElement>("API Key").value;

test("what a key may do is said in words", () => {
  expect(wordsOf(["full"])).toBe("Full access");
  expect(wordsOf(["read"])).toBe("Read only");
  expect(wordsOf(["campaigns:send", "read"])).toBe("Read everything, Send campaigns");
  expect(wordsOf(["messages:send"])).toBe("Send emails to one person");
});

test("a key with chosen scopes is made, copied once, and masked again for whoever asks later", async () => {
  const user = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "writeText");
  const old = apiKey({ id: 1, name: "Old", scopes: ["read"], created_at: "2025-01-01T00:00:00Z" });
  let answer: Answer = { status: 422, body: { detail: "No.", errors: [{ field: "scopes", message: "Not these." }] } };
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/api-keys": () => ({ body: [old] }),
    "POST /api/api-keys": () => answer,
  });
  renderApp("/settings/api");
  // What is not there cannot be copied, and a key that may only read does not say that it may everything.
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Copy" })).disabled).toBe(true);
  expect(screen.getByText("We don't store full keys. Regenerate to get a new one.")).toBeTruthy();
  expect(screen.getByText("Keep your API key secret. This key: Read only.")).toBeTruthy();
  expect(screen.queryByText(/provides full access/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create API Key" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create API Key" }));
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Full access" }).checked).toBe(true);
  await user.click(dialog.getByRole("radio", { name: "Custom" }));
  await expectAccessible(document.body);
  await user.click(dialog.getByRole("button", { name: "Create API Key" }));
  expect(await dialog.findByText("Enter a name.")).toBeTruthy();
  expect(dialog.getByText("Choose at least one.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "Form");
  await user.click(dialog.getByLabelText("Change subscribers"));
  await user.click(dialog.getByLabelText("Read everything"));
  fireEvent.change(dialog.getByLabelText("Expires"), { target: { value: "2020-01-01" } });
  await user.click(dialog.getByRole("button", { name: "Create API Key" }));
  expect(await dialog.findByText("This day has passed.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Expires"), { target: { value: "2999-01-01" } });
  await user.click(dialog.getByRole("button", { name: "Create API Key" }));
  expect(await dialog.findByText("Not these.")).toBeTruthy();
  const made = apiKey({ id: 2, name: "Form", prefix: "lp_New", scopes: ["read", "subscribers:write"] });
  answer = { status: 201, body: { ...made, key: "lp_NewWhole" } };
  await user.click(dialog.getByRole("button", { name: "Create API Key" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.filter(({ method, path }) => method === "POST" && path === "/api/api-keys").at(-1)?.body).toEqual({
    name: "Form",
    scopes: ["read", "subscribers:write"],
    expires_at: new Date("2999-01-01T23:59:59").toISOString(),
  });
  expect(shown()).toMatch(/^lp_New•+$/);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(written).toHaveBeenLastCalledWith("lp_NewWhole");
  await user.click(screen.getByRole("button", { name: "Show the key" }));
  expect(shown()).toBe("lp_NewWhole");
  await user.click(screen.getByRole("button", { name: /^Old/, expanded: false }));
  expect(screen.getByRole("button", { name: /^Form/, expanded: false })).toBeTruthy();
  expect(shown()).toMatch(/^lp_8Kx2mQ•+$/);
  expect(screen.queryByRole("button", { name: "Show the key" })).toBeNull();
});

test("the newest key stands in the field; regenerating asks first and brings one to copy", async () => {
  const user = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "writeText");
  const keys = [
    apiKey({ id: 1, name: "Old", created_at: "2025-01-01T00:00:00Z", expires_at: "2025-02-01T00:00:00Z" }),
    apiKey({ id: 2, name: "New", prefix: "lp_two", created_at: "2026-01-01T00:00:00Z" }),
  ];
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/api-keys": () => ({ body: keys }),
    "POST /api/api-keys/2/regenerate": () => ({ body: { ...keys[1], prefix: "lp_three", key: "lp_threeWhole" } }),
  });
  renderApp("/settings/api");
  expect(await screen.findByText(/expired/)).toBeTruthy();
  expect(shown()).toMatch(/^lp_two•+$/);
  await user.click(screen.getByRole("button", { name: "Regenerate" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
  expect(calls.some(({ path }) => path.endsWith("/regenerate"))).toBe(false);
  await user.click(screen.getByRole("button", { name: "Regenerate" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Regenerate" }));
  await waitFor(() => expect(shown()).toMatch(/^lp_three•+$/));
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(written).toHaveBeenLastCalledWith("lp_threeWhole");
});

test("a key is renamed without touching its expiry, and deleted only when confirmed", async () => {
  const user = userEvent.setup();
  let keys = [apiKey({ expires_at: "2999-01-01T08:30:00Z" })];
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/api-keys": () => ({ body: keys }),
    "PUT /api/api-keys/1": () => ({ body: { ...keys[0], name: "Website" } }),
    "DELETE /api/api-keys/1": () => {
      keys = [];
      return { status: 204 };
    },
  });
  renderApp("/settings/api");
  await user.click(await screen.findByRole("button", { name: "Edit Sign-up form" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit API Key" }));
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Website");
  await user.click(dialog.getByRole("button", { name: "Save API Key" }));
  await user.click(await screen.findByRole("button", { name: "Delete Website" }));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    name: "Website",
    scopes: ["full"],
    expires_at: "2999-01-01T08:30:00Z",
  });
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(shown()).toBe(""));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Copy" }).disabled).toBe(true);
});
