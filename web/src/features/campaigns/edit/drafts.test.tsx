import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { refresh, signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, campaign, fakeServer, type Handler, newsletter, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";

function server(routes: Record<string, Handler> = {}): Call[] {
  return fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": () => ({ body: [campaign()], headers: { "X-Total-Count": "1" } }),
    [`GET ${CAMPAIGN}`]: () => ({ body: campaign() }),
    [`PUT ${CAMPAIGN}`]: () => ({ body: campaign({ revision: 2 }) }),
    "POST /api/newsletters/1/campaigns": () => ({ status: 201, body: campaign({ id: 10 }) }),
    "POST /api/newsletters": () => ({ status: 201, body: newsletter() }),
    ...routes,
  });
}

const created = (calls: Call[]) => calls.filter(({ method, path }) => method === "POST" && path.endsWith("/campaigns"));
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("letterpress-form-"));
const value = (field: HTMLElement) => (field as HTMLInputElement).value;

async function openCreate() {
  await userEvent.click((await screen.findAllByRole("button", { name: "Create Campaign" }))[0] as HTMLElement);
  return within(await screen.findByRole("dialog", { name: "Create Campaign" }));
}

async function typeSubject(dialog: ReturnType<typeof within>, text: string) {
  const field = dialog.getByLabelText("Subject Line");
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test.each([
  ["Esc", () => userEvent.keyboard("{Escape}")],
  ["Cancel", () => userEvent.click(screen.getByRole("button", { name: "Cancel" }))],
  ["the cross", () => userEvent.click(screen.getByRole("button", { name: "Close" }))],
])("%s closes a half-written campaign and keeps it; saved, it is no draft any more", async (_, leave) => {
  const calls = server();
  renderApp("/campaigns");
  let dialog = await openCreate();
  await userEvent.selectOptions(dialog.getByLabelText("Newsletter"), "1");
  await typeSubject(dialog, "Half a thought");
  await userEvent.type(dialog.getByLabelText("HTML Content"), "<p>Words</p>");
  await leave();
  await gone();
  expect(await screen.findByText("Your draft was kept")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Keep writing: Half a thought" })).toBeTruthy();
  dialog = await openCreate();
  await waitFor(() => expect(value(dialog.getByLabelText("Subject Line"))).toBe("Half a thought"));
  expect(value(dialog.getByLabelText("HTML Content"))).toBe("<p>Words</p>");
  expect(dialog.getByText(/^Your draft was kept \(from /)).toBeTruthy();
  await expectAccessible(document.body);
  await userEvent.click(dialog.getByRole("button", { name: "Create Draft Campaign" }));
  await gone();
  expect(await screen.findByText("Draft campaign created")).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/10/edit"));
  expect(created(calls)[0]?.body).toEqual({ subject: "Half a thought", html_content: "<p>Words</p>" });
  expect(drafts()).toEqual([]);
  expect(screen.queryByRole("list", { name: "Unsaved drafts" })).toBeNull();
});

test("a reload loses nothing, and what was kept is not shown to another author", async () => {
  const answer: { session: Answer } = { session: { body: session() } };
  server({ "POST /api/auth/refresh": () => answer.session });
  const first = renderApp("/campaigns");
  await typeSubject(await openCreate(), "Half a thought");
  // What a browser tells a page that it throws away.
  act(() => void dispatchEvent(new Event("pagehide")));
  first.unmount();
  await signOut();
  answer.session = { body: session("other", { id: 2 }) };
  const second = renderApp("/campaigns");
  const theirs = await openCreate();
  expect(value(theirs.getByLabelText("Subject Line"))).toBe("");
  await userEvent.keyboard("{Escape}");
  await gone();
  expect(screen.queryByText(/Half a thought/)).toBeNull();
  second.unmount();
  await signOut();
  answer.session = { body: session() };
  renderApp("/campaigns");
  await userEvent.click(await screen.findByRole("button", { name: "Keep writing: Half a thought" }));
  const mine = within(await screen.findByRole("dialog", { name: "Create Campaign" }));
  await waitFor(() => expect(value(mine.getByLabelText("Subject Line"))).toBe("Half a thought"));
});

test("a draft can be given up, and that taken back", async () => {
  server();
  renderApp("/campaigns");
  await typeSubject(await openCreate(), "Half a thought");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(await screen.findByRole("button", { name: "Discard: Half a thought" }));
  expect(drafts()).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  const dialog = await openCreate();
  await waitFor(() => expect(value(dialog.getByLabelText("Subject Line"))).toBe("Half a thought"));
  await userEvent.click(dialog.getByRole("button", { name: "Start over" }));
  expect(value(dialog.getByLabelText("Subject Line"))).toBe("");
});

test("where the browser keeps nothing, a changed form asks before it closes", async () => {
  server();
  renderApp("/campaigns");
  const dialog = await openCreate();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await typeSubject(dialog, "Half a thought");
  await userEvent.keyboard("{Escape}");
  const question = within(await screen.findByRole("alertdialog", { name: "Close without saving?" }));
  await userEvent.click(question.getByRole("button", { name: "Keep writing" }));
  expect(value(dialog.getByLabelText("Subject Line"))).toBe("Half a thought");
});

test("an ended session is left for the signed-out page; the text stays kept", async () => {
  const user = userEvent.setup();
  let signedIn = true;
  server({ "POST /api/auth/refresh": () => (signedIn ? { body: session() } : { status: 401, body: {} }) });
  renderApp("/campaigns");
  await typeSubject(await openCreate(), "Half a thought");
  signedIn = false;
  await act(async () => void (await refresh()));
  const ended = within(await screen.findByRole("dialog", { name: "Your session ended" }));
  await user.click(ended.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("Please sign in to access the newsletter management dashboard.")).toBeTruthy();
  expect(drafts()).toHaveLength(1);
});

test("a new newsletter is kept as well, without what the settings put in", async () => {
  server({ "GET /api/domains": () => ({ body: [] }) });
  renderApp("/newsletters");
  await userEvent.click(await screen.findByRole("button", { name: "Create Newsletter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create New Newsletter" }));
  await userEvent.type(dialog.getByLabelText("Name"), "Field notes");
  await userEvent.keyboard("{Escape}");
  await gone();
  await userEvent.click(await screen.findByRole("button", { name: "Keep writing: Field notes" }));
  const again = within(await screen.findByRole("dialog", { name: "Create New Newsletter" }));
  await waitFor(() => expect(value(again.getByLabelText("Name"))).toBe("Field notes"));
  await userEvent.type(again.getByLabelText("From Name"), "Desk");
  await userEvent.click(again.getByRole("button", { name: "Create Newsletter" }));
  await gone();
  expect(drafts()).toEqual([]);
});
