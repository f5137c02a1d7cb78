import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { UnknownReport } from "@/api/bounces";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, fakeServer, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const LIST = "/api/bounces/unknown";
const TITLE = "Bounce reports we couldn’t read";

const report = (over: Partial<UnknownReport> = {}): UnknownReport => ({
  id: 5,
  reason: "unclear",
  newsletter_id: 1,
  campaign_id: 9,
  subscriber_id: 4,
  sender: "MAILER-DAEMON@mx.example.net",
  subject: "Delivery <b>problem</b>",
  size_bytes: 20_480,
  received_at: new Date().toISOString(),
  ...over,
});

const page = (rows: UnknownReport[], total = rows.length, next?: string): Answer => ({
  body: rows,
  headers: {
    "X-Total-Count": String(total),
    ...(next ? { Link: `<${LIST}?limit=20&cursor=${next}>; rel="next"` } : {}),
  },
});

function open(list: (call: Call) => Answer, over: Record<string, (call: Call) => Answer> = {}) {
  const calls = fakeServer({
    "POST /api/auth/refresh": () => ({ body: session("token", { role: "admin" }) }),
    "GET /api/domains": () => ({ body: [] }),
    [`GET ${LIST}`]: list,
    ...over,
  });
  renderApp("/domains");
  return calls;
}

const section = async () => within(await screen.findByRole("region", { name: TITLE }));
const asks = (calls: Call[]) => calls.filter((call) => call.path === LIST);

test("a report is opened as plain text, whatever is in it, and told with what it is about", async () => {
  const user = userEvent.setup();
  const text = "Subject: x\n\n<img src=x onerror=alert(1)><script>alert(1)</script>";
  open(() => page([report()]), { [`GET ${LIST}/5`]: () => ({ body: { ...report(), text } }) });
  const shown = await section();
  expect(shown.getByText("1 report")).toBeTruthy();
  expect(shown.getByText("MAILER-DAEMON@mx.example.net")).toBeTruthy();
  expect(shown.getByRole("cell", { name: "Failed for an unknown reason" })).toBeTruthy();
  await user.click(shown.getByRole("button", { name: "Delivery <b>problem</b>" }));
  const dialog = await screen.findByRole("dialog", { name: "Delivery <b>problem</b>" });
  const pre = (await within(dialog).findByText(/onerror/)).closest("pre");
  expect(pre?.textContent).toBe(text);
  expect(dialog.querySelector("img, script, iframe, b")).toBeNull();
  expect(within(dialog).getByText("campaign 9, newsletter 1, subscriber 4")).toBeTruthy();
  await expectAccessible(dialog);
});

test("one is removed from its dialog, once that is confirmed, and the list is read again", async () => {
  const user = userEvent.setup();
  let rows = [report(), report({ id: 6, subject: null, sender: null, reason: "unproven" })];
  const calls = open(() => page(rows), {
    [`GET ${LIST}/5`]: () => ({ body: { ...report(), text: "550 no" } }),
    [`DELETE ${LIST}/5`]: () => {
      rows = rows.slice(1);
      return { status: 204 };
    },
  });
  const shown = await section();
  await user.click(shown.getByRole("button", { name: "Delivery <b>problem</b>" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delivery <b>problem</b>" }));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("This can’t be undone.");
  expect(calls.some((call) => call.method === "DELETE")).toBe(false);
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await shown.findByText("1 report")).toBeTruthy();
  expect(shown.getByText("(no subject)")).toBeTruthy();
  expect(shown.queryByText("Delivery <b>problem</b>")).toBeNull();
});

test("a report that cannot be removed stays, and the server says why", async () => {
  const user = userEvent.setup();
  const detail = "The server's disk is full. Nothing was changed. Tell its operator.";
  open(() => page([report()]), { [`DELETE ${LIST}/5`]: () => ({ status: 507, body: { detail } }) });
  const shown = await section();
  await user.click(shown.getByRole("button", { name: "Remove Delivery <b>problem</b>" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(shown.getByText("1 report")).toBeTruthy();
});

test("the list goes on by its cursor, and a reason begins it anew", async () => {
  const user = userEvent.setup();
  const calls = open(({ query }) => {
    if (query.get("reason") === "unproven") return page([], 0);
    return query.get("cursor") ? page([report({ id: 7, subject: "Older" })], 21) : page([report()], 21, "abc");
  });
  const shown = await section();
  expect(shown.getByText("21 reports")).toBeTruthy();
  await user.click(shown.getByRole("button", { name: "Next" }));
  expect(await shown.findByText("Older")).toBeTruthy();
  expect(asks(calls).at(-1)?.query.get("cursor")).toBe("abc");
  await user.selectOptions(shown.getByLabelText("Kept because"), "Nothing shows it’s about our email");
  expect(await shown.findByText("No reports here.")).toBeTruthy();
  expect(asks(calls).at(-1)?.query.get("reason")).toBe("unproven");
  expect(asks(calls).at(-1)?.query.has("cursor")).toBe(false);
});

test("while there is none, there is no list of them", async () => {
  const calls = open(() => page([]));
  expect(await screen.findByText("No domains configured")).toBeTruthy();
  await waitFor(() => expect(asks(calls)).toHaveLength(1));
  expect(screen.queryByText(TITLE)).toBeNull();
});

test("a list that cannot be read is told, with another try", async () => {
  let answer: Answer = { status: 503, body: { detail: "The database isn't answering." } };
  open(() => answer);
  const shown = await section();
  expect(await shown.findByText("The database isn't answering.")).toBeTruthy();
  answer = page([report()]);
  await userEvent.click(shown.getByRole("button", { name: "Try Again" }));
  expect(await shown.findByText("1 report")).toBeTruthy();
});

test("nobody but an administrator asks for them", async () => {
  const calls = fakeServer({ "GET /api/domains": () => ({ body: [] }), [`GET ${LIST}`]: () => page([report()]) });
  renderApp("/domains");
  expect(await screen.findByText("No domains configured")).toBeTruthy();
  expect(asks(calls)).toHaveLength(0);
});
