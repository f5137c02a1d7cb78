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
const puts = (calls: Call[]) => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("letterpress-form-"));
const value = (field: HTMLElement) => (field as HTMLInputElement).value;

async function openCreate() {
  await userEvent.click((await screen.findAllByRole("button", { name: "Create Campaign" }))[0] as HTMLElement);
  return within(await screen.findByRole("dialog", { name: "Create Campaign" }));
}

async function openEdit() {
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Campaign" }));
  await dialog.findByLabelText("Subject Line");
  return dialog;
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

test("a form that was only looked at leaves nothing behind", async () => {
  server();
  renderApp("/campaigns");
  await openEdit();
  await userEvent.keyboard("{Escape}");
  await gone();
  expect(drafts()).toEqual([]);
  expect(screen.queryByText("Your draft was kept")).toBeNull();
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

test("when the session ends, signing in again goes on with the same form and the very save it was at", async () => {
  const user = userEvent.setup();
  let signedIn = true;
  const calls = server({
    "POST /api/auth/refresh": () => (signedIn ? { body: session() } : { status: 401, body: { detail: "No." } }),
    "POST /api/auth/sign-in": () => {
      signedIn = true;
      return { body: session("again") };
    },
    [`PUT ${CAMPAIGN}`]: () => (signedIn ? { body: campaign() } : { status: 401, body: { detail: "Sign in." } }),
  });
  renderApp("/campaigns");
  const dialog = await openEdit();
  await typeSubject(dialog, "Half a thought");
  signedIn = false;
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  const ended = within(await screen.findByRole("dialog", { name: "Your session ended" }));
  await expectAccessible(document.body);
  await user.keyboard("{Escape}");
  expect(value(ended.getByLabelText("Email"))).toBe("author@example.com");
  await user.type(ended.getByLabelText("Password"), "long enough{Enter}");
  await gone();
  expect(await screen.findByText("Campaign updated")).toBeTruthy();
  expect(puts(calls)).toHaveLength(2);
  expect(puts(calls)[1]).toMatchObject({ subject: "Half a thought" });
  expect(drafts()).toEqual([]);
});

test("whoever else signs in then finds a page of their own", async () => {
  const user = userEvent.setup();
  let signedIn = true;
  const calls = server({
    "POST /api/auth/refresh": () => (signedIn ? { body: session() } : { status: 401, body: { detail: "No." } }),
    "POST /api/auth/sign-in": () => ({ body: session("other", { id: 2 }) }),
    [`PUT ${CAMPAIGN}`]: () => ({ status: 401, body: { detail: "Sign in." } }),
  });
  renderApp("/campaigns");
  const dialog = await openEdit();
  await typeSubject(dialog, "Half a thought");
  signedIn = false;
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  const ended = within(await screen.findByRole("dialog", { name: "Your session ended" }));
  await user.type(ended.getByLabelText("Password"), "long enough{Enter}");
  await gone();
  await screen.findByRole("button", { name: "Edit" });
  expect(screen.queryByText(/Half a thought/)).toBeNull();
  expect(puts(calls)).toHaveLength(1);
  expect(drafts()).toEqual(["letterpress-form-1-campaign-edit-1.9"]);
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

const changed = campaign({ subject: "By another hand", html_content: "<p>Theirs</p>", revision: 5 });
const conflict: Answer = {
  status: 409,
  body: { detail: "This campaign was changed elsewhere since you opened it (revision 5; yours is 1)." },
};

test("a conflict shows the other version, copies mine, and keeps mine only when told to", async () => {
  const user = userEvent.setup();
  let now = campaign();
  const calls = server({
    [`GET ${CAMPAIGN}`]: () => ({ body: now }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => ((body as { revision: number }).revision === 5 ? { body: changed } : conflict),
  });
  const written = vi.spyOn(navigator.clipboard, "writeText");
  renderApp("/campaigns");
  const dialog = await openEdit();
  await typeSubject(dialog, "Mine");
  now = changed;
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  expect(await dialog.findByText("A newer version was saved in another tab. Yours is still here.")).toBeTruthy();
  await expectAccessible(document.body);
  await user.click(dialog.getByRole("button", { name: "Copy my text" }));
  expect(written).toHaveBeenCalledWith("Subject Line:\nMine");
  await user.click(dialog.getByRole("button", { name: "See the other version" }));
  const other = within(await screen.findByRole("dialog", { name: "The other version" }));
  expect(other.getByText("By another hand")).toBeTruthy();
  expect(other.getByText("<p>Theirs</p>")).toBeTruthy();
  await user.click(other.getByRole("button", { name: "Close" }));
  expect(value(dialog.getByLabelText("Subject Line"))).toBe("Mine");
  await user.click(dialog.getByRole("button", { name: "Keep mine" }));
  await gone();
  expect(puts(calls)).toMatchObject([{ revision: 1 }, { subject: "Mine", html_content: "", revision: 5 }]);
  expect(drafts()).toEqual([]);
});

test("unsaved changes to what was saved elsewhere since are a conflict when they come back", async () => {
  const user = userEvent.setup();
  let now = campaign();
  const calls = server({ [`GET ${CAMPAIGN}`]: () => ({ body: now }), [`PUT ${CAMPAIGN}`]: () => conflict });
  const first = renderApp("/campaigns");
  const dialog = await openEdit();
  await typeSubject(dialog, "Mine");
  await user.type(dialog.getByLabelText("HTML Content"), "My words");
  first.unmount();
  // The other hand made a design of it: what was written by hand is still there, and still the way it is written.
  now = { ...changed, blocks: [] };
  renderApp("/campaigns");
  await user.click(await screen.findByRole("button", { name: "Keep writing: Mine" }));
  const again = within(await screen.findByRole("dialog", { name: "Edit Campaign" }));
  expect(await again.findByText("A newer version was saved in another tab. Yours is still here.")).toBeTruthy();
  expect(value(await again.findByLabelText("HTML Content"))).toBe("My words");
  await user.click(again.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(puts(calls)).toMatchObject([{ subject: "Mine", html_content: "My words", revision: 1 }]));
  await user.click(again.getByRole("button", { name: "Start over" }));
  expect(value(again.getByLabelText("Subject Line"))).toBe("By another hand");
  expect(again.queryByText(/A newer version/)).toBeNull();
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
