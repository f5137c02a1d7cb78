import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Notice } from "@/api/notices";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const notice = (id: number, title: string): Notice => ({
  id,
  kind: "campaign_paused",
  title,
  detail: "Too many bounces.",
  href: `/campaigns/1/${id}/report`,
  created_at: "2026-01-01T00:00:00.000Z",
});

function open(notices: Notice[], remove: (id: number) => Answer = () => ({ status: 204 })) {
  let left = notices;
  const deletion = (id: number) => () => {
    const answer = remove(id);
    if (answer.status === 204) left = left.filter((one) => one.id !== id);
    return answer;
  };
  const calls = fakeServer({
    "GET /api/notices": () => ({ body: left }),
    ...Object.fromEntries(notices.map(({ id }) => [`DELETE /api/notices/${id}`, deletion(id)])),
  });
  renderApp("/nowhere");
  return { calls, user: userEvent.setup() };
}

const bell = (said: string) => screen.findByRole("button", { name: `Notices: ${said}` });
const panel = async () => within(await screen.findByRole("dialog", { name: "Notices" }));

test("every page counts what wants to be known, and lists it", async () => {
  const { user } = open([notice(1, "May was paused"), notice(2, "June was paused")]);
  const button = await bell("2 notices");
  expect(button.textContent).toBe("2");
  await user.click(button);
  const list = await panel();
  expect(list.getAllByRole("listitem")).toHaveLength(2);
  expect(list.getByText("May was paused")).toBeTruthy();
  expect(list.getAllByRole("link", { name: "Look" })[0]?.getAttribute("href")).toBe("/campaigns/1/1/report");
  await expectAccessible(screen.getByRole("banner"));
});

test("it is used by keyboard alone", async () => {
  const { user, calls } = open([notice(1, "May was paused"), notice(2, "June was paused")]);
  const button = await bell("2 notices");
  button.focus();
  await user.keyboard("{Enter}");
  await panel();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("June was paused");
  await user.keyboard("{Delete}");
  await bell("1 notice");
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual(["/api/notices/2"]),
  );
  expect((await panel()).queryByText("June was paused")).toBeNull();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("all are dismissed at once; without any it says so", async () => {
  const { user } = open([notice(1, "May was paused"), notice(2, "June was paused")]);
  await user.click(await bell("2 notices"));
  await user.click((await panel()).getByRole("button", { name: "Dismiss all" }));
  await bell("No notices");
  expect(screen.getByText("Nothing needs you. When something does, it appears here.")).toBeTruthy();
});

test("what can't be dismissed stays, with the reason; a click beside it closes the list", async () => {
  const { user } = open([notice(1, "May was paused")], () => ({ status: 507, body: { detail: "The disk is full." } }));
  await user.click(await bell("1 notice"));
  await user.click((await panel()).getByRole("button", { name: "Dismiss: May was paused" }));
  expect(await screen.findByText("The disk is full.")).toBeTruthy();
  await bell("1 notice");
  await user.click(screen.getByText("Page not found", { selector: "p" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a notice leads to what it is about", async () => {
  const { user } = open([notice(1, "May was paused")]);
  await user.click(await bell("1 notice"));
  await user.click((await panel()).getByRole("link", { name: "Look" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/1/report"));
  expect(screen.queryByRole("dialog", { name: "Notices" })).toBeNull();
});
