import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { author, fakeServer, session, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { settingsRoutes } from "@/testing/settings";

afterEach(() => signOut());

const PROMPT = "Please sign in to access the newsletter management dashboard.";
const signedOut = (calls: { path: string }[]) => calls.some(({ path }) => path === "/api/auth/sign-out");

test("the user menu says who is signed in", async () => {
  const user = userEvent.setup();
  fakeServer({});
  renderApp("/nowhere");
  await user.click(await screen.findByRole("button", { name: "User menu" }));
  const menu = within(screen.getByRole("menu"));
  expect(menu.getByText(author.name)).toBeTruthy();
  expect(menu.getByText(author.email)).toBeTruthy();
});

test("signing out asks about unsaved settings, and whoever stays is still signed in", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({ ...settingsRoutes(), "POST /api/auth/sign-in": () => ({ body: session() }) });
  renderApp("/settings");
  await user.type(await screen.findByLabelText("Company"), "Press");
  const leave = async () => {
    await user.click(screen.getByRole("button", { name: "User menu" }));
    await user.click(screen.getByRole("menuitem", { name: "Sign out" }));
  };
  await leave();
  const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.getByLabelText<HTMLInputElement>("Company").value).toBe("Press");
  expect(signedOut(calls)).toBe(false);
  await leave();
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByText(PROMPT)).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe("/"));
  // Who signs in at the same place is not signed out by its history.
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText("Email"), author.email);
  await user.type(screen.getByLabelText("Password"), "long enough{Enter}");
  expect(await screen.findByRole("button", { name: "User menu" })).toBeTruthy();
  expect(calls.filter(({ path }) => path === "/api/auth/sign-out")).toHaveLength(1);
});

test("so does a template that is not saved", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({ "GET /api/templates/7": () => ({ body: template() }) });
  renderApp("/templates/7/edit");
  await user.type(await screen.findByPlaceholderText("Email subject line..."), "News");
  await user.click(screen.getByRole("button", { name: "User menu" }));
  await user.click(screen.getByRole("menuitem", { name: "Sign out" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  expect(signedOut(calls)).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText(PROMPT)).toBeTruthy();
});
