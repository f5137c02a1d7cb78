import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { type Answer, fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const spent: Answer = {
  status: 422,
  body: { detail: "No.", errors: [{ field: "token", message: "This link was used already or has expired." }] },
};

test("a mailed link sets a new password, which is held to the rules first", async () => {
  const user = userEvent.setup();
  let answer: Answer = { status: 429, body: { detail: "No." }, headers: { "Retry-After": "30" } };
  const calls = fakeServer({ "POST /api/auth/password-reset/confirm": () => answer });
  renderApp("/reset-password#token=abc_-1");
  const field = await screen.findByLabelText<HTMLInputElement>("New password");
  await expectAccessible(document.body);
  await user.type(field, "short{Enter}");
  expect(await screen.findByText("Use 10 to 128 characters.")).toBeTruthy();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  await user.type(field, " but longer");
  expect(field.type).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(field.type).toBe("text");
  await user.click(screen.getByRole("button", { name: "Set password" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Too many attempts. Try again in 30 seconds.");
  expect(field.value).toBe("short but longer");
  answer = { status: 204 };
  await user.click(screen.getByRole("button", { name: "Set password" }));
  expect(await screen.findByRole("heading", { name: "Your new password is set" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/");
  expect(calls.at(-1)?.body).toEqual({ token: "abc_-1", password: "short but longer" });
  // Neither the gate nor the token's trace.
  expect(calls.some(({ path }) => path === "/api/auth/refresh")).toBe(false);
  await waitFor(() => expect(location.hash).toBe(""));
});

test("a link for a password that is used up says how to get another", async () => {
  const user = userEvent.setup();
  fakeServer({ "POST /api/auth/password-reset/confirm": () => spent });
  renderApp("/reset-password#token=old");
  await user.type(await screen.findByLabelText("New password"), "long enough it is{Enter}");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toMatch(/Forgot your password\?/);
});

test("a link without a token asks nothing", async () => {
  const calls = fakeServer({});
  renderApp("/reset-password");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeTruthy();
  expect(calls).toEqual([]);
});

test("a mailed link confirms an address, once, and says which", async () => {
  const calls = fakeServer({ "POST /api/auth/verify-email": () => ({ body: { email: "new@example.com" } }) });
  renderApp("/verify-email#token=abc");
  expect(await screen.findByText("new@example.com")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Continue to Letterpress" }).getAttribute("href")).toBe("/");
  expect(calls.map(({ path, body }) => [path, body])).toEqual([["/api/auth/verify-email", { token: "abc" }]]);
  await waitFor(() => expect(location.hash).toBe(""));
  await expectAccessible(document.body);
});

test("an address that another account has by now is told", async () => {
  const detail = "There's already an account with this email address.";
  fakeServer({ "POST /api/auth/verify-email": () => ({ status: 409, body: { detail } }) });
  renderApp("/verify-email#token=abc");
  expect((await screen.findByRole("alert")).textContent).toBe(detail);
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
});

test("a used link is explained; one that could not be tried is tried again", async () => {
  const user = userEvent.setup();
  let answer: Answer = { status: 500, body: { detail: "The database is away." } };
  fakeServer({ "POST /api/auth/verify-email": () => answer });
  renderApp("/verify-email#token=abc");
  expect((await screen.findByRole("alert")).textContent).toBe("The database is away.");
  answer = spent;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeTruthy();
});
