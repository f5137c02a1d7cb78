import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import { sessionEnding, signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, campaign, fakeServer, type Handler, newsletter, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
// Compiled before the first test waits for it.
import "./prose/prose-editor";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";
const SLOW = { timeout: 120_000 };
const PAGE = "/campaigns/1/9/edit";

interface Present {
  now: Campaign;
}

/** A server that keeps what it is given. */
function server(present: Present = { now: campaign() }, routes: Record<string, Handler> = {}): Call[] {
  return fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": () => ({ body: [present.now], headers: { "X-Total-Count": "1" } }),
    [`GET ${CAMPAIGN}`]: () => ({ body: present.now }),
    [`PUT ${CAMPAIGN}`]: (call) => take(present, call),
    [`GET ${CAMPAIGN}/checks`]: () => ({ body: { checks: [] } }),
    ...routes,
  });
}

function take(present: Present, { body }: Call): Answer {
  const { revision, ...written } = body as { revision: number };
  if (revision !== present.now.revision)
    return { status: 409, body: { detail: "This campaign was changed elsewhere since you opened it." } };
  present.now = { ...present.now, ...written, revision: revision + 1 };
  return { body: present.now };
}

const puts = (calls: Call[]) => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("letterpress-form-"));
const value = (field: HTMLElement) => (field as HTMLInputElement).value;
const subject = () => screen.findByLabelText("Subject Line", {}, SLOW);
const write = async (text: string) => fireEvent.change(await subject(), { target: { value: text } });
const saveNow = () => fireEvent.keyDown(window, { key: "s", metaKey: true });
const line = () => document.querySelector("[data-save-state]")?.textContent;
const said = (text: string) =>
  waitFor(() => expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain(text));

async function open() {
  const page = renderApp(PAGE);
  await subject();
  return page;
}

test("the page has what a campaign is made of, and says nothing until something is written", async () => {
  const calls = server();
  await open();
  expect(await screen.findByText("slow@example.com")).toBeTruthy();
  expect(await screen.findByText(/check.? passed|Checks/)).toBeTruthy();
  for (const label of ["Preview text", /^Email text/, "Who gets it"])
    expect(await screen.findByLabelText(label, {}, SLOW)).toBeTruthy();
  expect(screen.getByText("16 characters: fits on phones and desktops.")).toBeTruthy();
  expect(line()).toMatch(/^Saved \d+ s ago$/);
  await expectAccessible(document.body);
  await userEvent.click(screen.getByRole("link", { name: "Campaigns" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(puts(calls)).toEqual([]);
  expect(drafts()).toEqual([]);
});

test("a save keeps the page, its words and what can be undone in them", async () => {
  const calls = server();
  await open();
  const field = await subject();
  await write("Half a thought");
  expect(line()).toBe("Not saved yet");
  saveNow();
  await said("Saved");
  expect(puts(calls)).toEqual([{ subject: "Half a thought", revision: 1 }]);
  expect(screen.getByLabelText("Subject Line")).toBe(field);
  expect(location.pathname).toBe(PAGE);
  await write("Half a thought more");
  fireEvent.blur(window);
  await waitFor(() => expect(puts(calls)[1]).toEqual({ subject: "Half a thought more", revision: 2 }));
  await waitFor(() => expect(drafts()).toEqual([]));
});

test("what the server refuses is told at its field; the rest is saved", async () => {
  const present = { now: campaign() };
  const message = "Line 1, column 3: there is no such tag.";
  const calls = server(present, {
    [`PUT ${CAMPAIGN}`]: (call) =>
      (call.body as { subject?: string }).subject === "{{ x }}"
        ? { status: 422, body: { detail: "Bad.", errors: [{ field: "subject", message }] } }
        : take(present, call),
  });
  await open();
  await write("{{ x }}");
  fireEvent.change(screen.getByLabelText("Preview text"), { target: { value: "Seen" } });
  saveNow();
  expect(await screen.findByText(message)).toBeTruthy();
  expect((await subject()).getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(puts(calls)[1]).toEqual({ preheader: "Seen", revision: 1 }));
  await said("Saved, except Subject Line.");
  await userEvent.click(screen.getByRole("button", { name: "Send Campaign" }));
  expect(await screen.findAllByText("Saved, except Subject Line.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  await write("Better");
  expect(screen.queryByText(message)).toBeNull();
  saveNow();
  await waitFor(() => expect(puts(calls).at(-1)).toEqual({ subject: "Better", revision: 2 }));
});

test("without a connection it is kept here, and saved when the connection is back", async () => {
  const present = { now: campaign() };
  let online = false;
  server(present, {
    [`PUT ${CAMPAIGN}`]: (call) => {
      if (!online) throw new TypeError("Failed to fetch");
      return take(present, call);
    },
  });
  await open();
  await write("Mine");
  saveNow();
  await said("Not saved yet: no connection. Kept in this browser.");
  expect(drafts()).toEqual(["letterpress-form-1-campaign-edit-1.9"]);
  online = true;
  act(() => void dispatchEvent(new Event("online")));
  await waitFor(() => expect(present.now.subject).toBe("Mine"));
  await said("Saved");
  expect(drafts()).toEqual([]);
});

test("whoever leaves without a connection finds it again", async () => {
  const present = { now: campaign() };
  let online = false;
  server(present, {
    [`PUT ${CAMPAIGN}`]: (call) => {
      if (!online) throw new TypeError("Failed to fetch");
      return take(present, call);
    },
  });
  await open();
  await write("Mine");
  await userEvent.click(screen.getByRole("link", { name: "Campaigns" }));
  expect(await screen.findByText("Your draft was kept")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Keep writing: Mine" }, SLOW));
  expect(value(await subject())).toBe("Mine");
  expect(screen.getByText(/^Your draft was kept \(from /)).toBeTruthy();
  online = true;
  saveNow();
  await waitFor(() => expect(present.now.subject).toBe("Mine"));
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(value(await subject())).toBe("Against the feed");
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(value(await subject())).toBe("Mine");
});

test("leaving saves first, and where the browser keeps nothing it asks", async () => {
  const present = { now: campaign() };
  let online = true;
  server(present, {
    [`PUT ${CAMPAIGN}`]: (call) => {
      if (!online) throw new TypeError("Failed to fetch");
      return take(present, call);
    },
  });
  await open();
  await write("Mine");
  online = false;
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await userEvent.click(screen.getByRole("link", { name: "Campaigns" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Close without saving?" }));
  await userEvent.click(question.getByRole("button", { name: "Keep writing" }));
  expect(location.pathname).toBe(PAGE);
  online = true;
  await userEvent.click(screen.getByRole("link", { name: "Campaigns" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(present.now.subject).toBe("Mine");
});

test("when the session ends, signing in again goes on with the very save", async () => {
  const user = userEvent.setup();
  const present = { now: campaign() };
  let signedIn = true;
  const calls = server(present, {
    "POST /api/auth/refresh": () => (signedIn ? { body: session() } : { status: 401, body: { detail: "No." } }),
    "POST /api/auth/sign-in": () => {
      signedIn = true;
      return { body: session("again") };
    },
    [`PUT ${CAMPAIGN}`]: (call) => (signedIn ? take(present, call) : { status: 401, body: { detail: "Sign in." } }),
  });
  await open();
  await write("Half a thought");
  signedIn = false;
  saveNow();
  const ended = within(await screen.findByRole("dialog", { name: "Your session ended" }));
  await user.type(ended.getByLabelText("Password"), "long enough{Enter}");
  await waitFor(() => expect(present.now.subject).toBe("Half a thought"));
  expect(value(await subject())).toBe("Half a thought");
  expect(puts(calls)).toHaveLength(2);
});

test("the question who it is does not come between two keys", async () => {
  let signedIn = true;
  server(undefined, {
    "POST /api/auth/refresh": () => (signedIn ? { body: session() } : { status: 401, body: { detail: "No." } }),
    [`PUT ${CAMPAIGN}`]: () => ({ status: 401, body: { detail: "Sign in." } }),
  });
  await open();
  // Between the two no time passes, however slow the machine.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  fireEvent.keyDown(await subject(), { key: "h" });
  await write("Half a th");
  signedIn = false;
  saveNow();
  await waitFor(() => expect(sessionEnding()).toBe("expired"));
  expect(screen.queryByRole("dialog")).toBeNull();
  clock.mockRestore();
  expect(await screen.findByRole("dialog", { name: "Your session ended" })).toBeTruthy();
});

test("whoever else signs in then saves nothing of it", async () => {
  const user = userEvent.setup();
  let signedIn = true;
  const calls = server(undefined, {
    "POST /api/auth/refresh": () => (signedIn ? { body: session() } : { status: 401, body: { detail: "No." } }),
    "POST /api/auth/sign-in": () => ({ body: session("other", { id: 2 }) }),
    [`PUT ${CAMPAIGN}`]: () => ({ status: 401, body: { detail: "Sign in." } }),
  });
  await open();
  await write("Half a thought");
  signedIn = false;
  saveNow();
  const ended = within(await screen.findByRole("dialog", { name: "Your session ended" }));
  await user.type(ended.getByLabelText("Password"), "long enough{Enter}");
  await waitFor(() => expect(screen.queryByDisplayValue("Half a thought")).toBeNull());
  expect(puts(calls)).toHaveLength(1);
  expect(drafts()).toEqual(["letterpress-form-1-campaign-edit-1.9"]);
});

test("a conflict shows the other version, copies mine, and keeps mine only when told to", async () => {
  const user = userEvent.setup();
  const present = { now: campaign() };
  const calls = server(present);
  const written = vi.spyOn(navigator.clipboard, "writeText");
  await open();
  await write("Mine");
  present.now = campaign({ subject: "By another hand", html_content: "<p>Theirs</p>", revision: 5 });
  saveNow();
  expect(await screen.findByText("A newer version was saved in another tab. Yours is still here.")).toBeTruthy();
  await expectAccessible(document.body);
  await user.click(screen.getByRole("button", { name: "Copy my text" }));
  expect(written).toHaveBeenCalledWith("Subject Line:\nMine");
  await user.click(screen.getByRole("button", { name: "See the other version" }));
  const other = within(await screen.findByRole("dialog", { name: "The other version" }));
  expect(other.getByText("By another hand")).toBeTruthy();
  await user.click(other.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(puts(calls)).toMatchObject([{ revision: 1 }, { subject: "Mine", revision: 5 }]));
  await waitFor(() => expect(screen.queryByText(/^A newer version/)).toBeNull());
});

test("a draft of an older save is a conflict when it comes back, and can be given up", async () => {
  const present = { now: campaign() };
  const calls = server(present, { [`PUT ${CAMPAIGN}`]: () => ({ status: 503, body: { detail: "Busy." } }) });
  const first = await open();
  await write("Mine");
  saveNow();
  await said("Not saved: Busy.");
  first.unmount();
  present.now = campaign({ subject: "By another hand", revision: 2 });
  calls.length = 0;
  await open();
  expect(value(await subject())).toBe("Mine");
  expect(await screen.findByText(/^A newer version was saved/)).toBeTruthy();
  expect(puts(calls)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(value(await subject())).toBe("By another hand");
  expect(screen.queryByText(/^A newer version/)).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(value(await subject())).toBe("Mine");
  expect(screen.getByText(/^A newer version/)).toBeTruthy();
  expect(puts(calls)).toEqual([]);
});

test("a window without changes of its own follows another's saves", async () => {
  const present = { now: campaign() };
  server(present);
  await open();
  present.now = campaign({ subject: "From the other window", revision: 2 });
  const other = new BroadcastChannel("letterpress-campaign-saved");
  other.postMessage({ key: "1.9", from: "elsewhere" });
  await waitFor(async () => expect(value(await subject())).toBe("From the other window"));
  other.close();
});

test("a campaign that was sent leads to its report; one sent while it is written says so and keeps the words", async () => {
  const present = { now: campaign({ status: "sent" }) };
  const calls = server(present);
  const first = renderApp(PAGE);
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/9/report"));
  first.unmount();
  present.now = campaign();
  await open();
  await write("Too late");
  present.now = campaign({ status: "sending" });
  fireEvent.focus(window);
  expect(await screen.findByText(/^This campaign isn't a draft any more/)).toBeTruthy();
  expect(value(await subject())).toBe("Too late");
  expect(screen.getByRole("link", { name: "View Report" }).getAttribute("href")).toBe("/campaigns/1/9/report");
  expect(drafts()).toHaveLength(1);
  expect(puts(calls)).toEqual([]);
});

test("what is sent is what was written last, and its report is next", async () => {
  const present = { now: campaign() };
  const calls = server(present, {
    [`POST ${CAMPAIGN}/send`]: () => {
      present.now = { ...present.now, status: "sending" };
      return { body: present.now };
    },
  });
  await open();
  await write("The last word");
  await userEvent.click(screen.getByRole("button", { name: "Send Campaign" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send Campaign" }));
  expect(puts(calls)).toEqual([{ subject: "The last word", revision: 1 }]);
  expect(dialog.getByText(/"The last word"/)).toBeTruthy();
  await userEvent.click(await dialog.findByRole("button", { name: "Send now" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/9/report"));
});

test("Delete leads back to the list and leaves no draft", async () => {
  const present = { now: campaign() };
  server(present, { [`DELETE ${CAMPAIGN}`]: () => ({ status: 204 }) });
  await open();
  await write("Nobody needs this");
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(drafts()).toEqual([]);
});

test("one that is not there, or cannot be read, leads on", async () => {
  let answer: Answer = { status: 500, body: { detail: "The disk is full." } };
  server(undefined, { [`GET ${CAMPAIGN}`]: () => answer });
  renderApp(PAGE);
  expect(await screen.findByText("The disk is full.")).toBeTruthy();
  answer = { status: 404, body: { detail: "No." } };
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Campaign not found")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All campaigns" }).getAttribute("href")).toBe("/campaigns");
});
