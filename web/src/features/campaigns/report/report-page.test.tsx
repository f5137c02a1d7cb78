import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import type { AbTestReport, Delivery, Ledger, Report } from "@/api/reports";
import { signOut } from "@/api/session";
import { parseRows } from "@/lib/csv";
import { expectAccessible } from "@/testing/axe";
import { campaign, eventStream, fakeServer, session } from "@/testing/fake-server";
import { link, reportFigures } from "@/testing/figures";
import { renderApp } from "@/testing/render-app";
import { written } from "@/testing/sheet";
import { compare } from "./compare";
import { resendable } from "./report-actions";

afterEach(async () => {
  vi.useRealTimers();
  await signOut();
});

const ledger: Ledger = {
  intended: 12,
  queued: 0,
  sending: 0,
  sent: 10,
  deferred: 0,
  failed: 1,
  suppressed: 1,
  skipped: 0,
  cancelled: 0,
  in_doubt: 0,
};

function report(over: Partial<Report> = {}): Report {
  return {
    campaign_id: 9,
    status: "sent",
    pause_reason: null,
    waiting: null,
    trouble: null,
    in_doubt_policy: "resend",
    started_at: "2026-11-01T08:00:00Z",
    finished_at: "2026-11-01T08:01:00Z",
    duration_seconds: 60,
    rate_per_second: 1,
    ledger,
    reasons: [],
    uncertain: [],
    bounced: 1,
    soft_bounced: 0,
    complained: 0,
    ...reportFigures(),
    ...over,
  };
}

const reader: Delivery = {
  subscriber_id: 4,
  email: "reader@example.com",
  first_name: null,
  last_name: null,
  state: "sent",
  reason: null,
  code: 250,
  enhanced_code: null,
  attempts: 1,
  doubts: 0,
  message_id: "m",
  next_attempt_at: null,
  updated_at: null,
  captured_mail_id: null,
  events: [],
  opened_at: new Date().toISOString(),
  clicked_at: null,
};

const BASE = "/api/newsletters/1/campaigns/9";

function open(answer: Report, over = {}) {
  const calls = fakeServer({
    [`GET ${BASE}`]: () => ({ body: campaign({ status: answer.status, ledger }) }),
    [`GET ${BASE}/report`]: () => ({ body: answer }),
    [`GET ${BASE}/deliveries`]: () => ({ body: [reader], headers: { "X-Total-Count": "1" } }),
    [`GET ${BASE}/link-map`]: () => ({
      body: { html: '<p><a href="https://example.com/read?a=1&amp;b=2">Go</a></p>', links: [link()] },
    }),
    "GET /api/captured-mail": () => ({ body: [] }),
    ...over,
  });
  renderApp("/campaigns/1/9/report");
  return calls;
}

const section = async (name: string) => within(await screen.findByRole("region", { name }));

test.each([
  [41.2, undefined, false, "41.2%, nothing to compare with yet"],
  [41.24, 41.16, false, "41.2%, as usual"],
  [50, 41.2, false, "50.0%, better than the usual 41.2%"],
  [30, 41.2, false, "30.0%, worse than the usual 41.2%"],
  [0.1, 0.4, true, "0.1%, better than the usual 0.4%"],
  [2, 0.4, true, "2.0%, worse than the usual 0.4%"],
])("%s beside a usual %s reads so", (rate, usual, lessIsBetter, words) => {
  expect(compare(rate, usual, lessIsBetter)).toBe(words);
});

test("figures stand beside the usual, with robots and proxies apart", async () => {
  open(
    report({
      privacy_opens: 80,
      robot_opens: 9,
      robot_clicks: 12,
      usual: { campaigns: 8, open_rate: 41.2, click_rate: 3.9, bounce_rate: 0.4, unsubscribe_rate: 0.2 },
    }),
  );
  const figures = await section("What readers did");
  expect(figures.getByText("40.0%, worse than the usual 41.2%")).toBeTruthy();
  expect(figures.getByText("6 counting repeats")).toBeTruthy();
  expect(figures.getByText("80 opens by privacy proxies and 9 automated excluded.")).toBeTruthy();
  expect(figures.getByText("12 clicks automated excluded.")).toBeTruthy();
});

test("the first 24 hours are told hour by hour", async () => {
  open(report());
  await userEvent.click(await screen.findByRole("button", { name: "Table" }));
  const rows = within(screen.getByRole("table", { name: /^The first 24 hours/ })).getAllByRole("row");
  expect(rows).toHaveLength(25);
  expect(rows.slice(1, 3).map((row) => row.textContent)).toEqual(["1st hour30", "hour 201"]);
});

test.each([
  ["none", "This newsletter does not track opens and clicks, so there is nothing to show for them."],
  [
    "anonymous",
    "This newsletter counts opens and clicks without knowing whose they are, so there are no rates and no readers who opened.",
  ],
] as const)("with tracking %s there are no rates, and why", async (tracking, why) => {
  open(report({ tracking, opens: 0, all_opens: tracking === "none" ? 0 : 6 }));
  const figures = await section("What readers did");
  expect(figures.getByText(why)).toBeTruthy();
  expect(figures.queryByText(/40\.0%/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Resend to those who did not open" })).toBeNull();
  const state = within(screen.getByLabelText("State"));
  expect(state.queryByRole("option", { name: "Opened" })).toBeNull();
});

const abTest: AbTestReport = {
  state: "decided",
  metric: "opens",
  decides_at: "2026-11-01T12:00:00Z",
  decided_at: "2026-11-01T12:00:00Z",
  winner: "B",
  sent_to_rest: "B",
  p_value: 0.013,
  explanation: "B was opened more often than chance explains.",
  variants: [
    { name: "A", subject: "Plain", intended: 100, sent: 100, opens: 20, clicks: 3, rate: 20 },
    { name: "B", subject: "Bold", intended: 100, sent: 100, opens: 36, clicks: 5, rate: 36 },
  ],
};

test("an A/B test tells its winner, its certainty and each variant's rate", async () => {
  open(report({ ab_test: abTest }));
  const shown = await section("A/B test");
  expect(shown.getByText(abTest.explanation)).toBeTruthy();
  expect(shown.getByText(/p = 0\.013\. Everyone else got B\./)).toBeTruthy();
  const [, a, b] = shown.getAllByRole("row");
  expect(a?.textContent).not.toContain("Winner");
  expect(b?.textContent).toContain("Winner");
  expect(b?.textContent).toContain("36.0%");
});

test("an undecided test has no winner", async () => {
  open(report({ ab_test: { ...abTest, state: "undecided", winner: null, sent_to_rest: "A", p_value: 0.4 } }));
  const shown = await section("A/B test");
  expect(shown.getByText("No winner")).toBeTruthy();
  expect(shown.queryByText("Winner")).toBeNull();
});

test("the link map lies in a frame without scripts; its table and CSV say the same", async () => {
  const saved: Blob[] = [];
  const url = { createObjectURL: (blob: Blob) => saved.push(blob) && "blob:x", revokeObjectURL: () => undefined };
  vi.stubGlobal("URL", Object.assign(URL, url));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  open(report({ links: [link({ label: "=SUM(A1)" })] }));
  const frame = await screen.findByTitle("Clicks in Against the feed");
  expect(frame.getAttribute("sandbox")).not.toContain("scripts");
  expect(written(frame)).toContain("12 readers clicked, 15 clicks in all");
  const [, row] = within(screen.getByRole("table", { name: "Clicks by link" })).getAllByRole("row");
  expect([...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent)).toEqual(["12", "15", "7"]);
  await userEvent.click(screen.getByRole("button", { name: "CSV: Links of Against the feed" }));
  const text = new TextDecoder().decode(await saved[0]?.arrayBuffer());
  expect(parseRows(text, 9)[1]).toEqual(["https://example.com/read?a=1&b=2", "'=SUM(A1)", "12", "15", "7"]);
});

test("those who did not open get a draft of their own, made once, and the author is taken there", async () => {
  const draft = campaign({ id: 77, subject: "Against the feed, again" });
  const calls = open(report(), {
    [`POST ${BASE}/resend`]: () => ({ status: 201, body: draft }),
    "GET /api/newsletters": () => ({ body: [] }),
    "GET /api/campaigns": () => ({ body: [draft], headers: { "X-Total-Count": "1" } }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Resend to those who did not open" }));
  expect(await screen.findByText("Against the feed, again")).toBeTruthy();
  expect(location.pathname + location.hash).toBe("/campaigns#campaign-77");
  const made = calls.filter((call) => call.path.endsWith("/resend"));
  expect(made.map((call) => call.body)).toEqual([{ to: "not_opened" }]);
  expect(made[0]?.headers.get("Idempotency-Key")).toBeTruthy();
});

test("a refused resend says why and stays", async () => {
  open(report(), { [`POST ${BASE}/resend`]: () => ({ status: 409, body: { detail: "Everyone has it." } }) });
  await userEvent.click(await screen.findByRole("button", { name: "Send to the rest" }));
  expect(await screen.findByText("Everyone has it.")).toBeTruthy();
  expect(location.pathname).toBe("/campaigns/1/9/report");
});

test.each([
  [{}, ["not_opened", "not_sent"]],
  [{ status: "cancelled" }, ["not_sent"]],
  [{ status: "sending" }, []],
  [{ tracking: "anonymous" }, ["not_sent"]],
  [{ opens: 10, ledger: { ...ledger, intended: 10 } }, []],
] as [Partial<Report>, string[]][])("of %j another mail can reach %j", (over, reachable) => {
  expect(resendable(report(over))).toEqual(reachable);
});

test("readers are found by what they did, and the proof is downloaded as the author", async () => {
  const calls = open(report(), { [`GET ${BASE}/deliveries.csv`]: () => ({ body: "" }) });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  expect(await screen.findByText("reader@example.com")).toBeTruthy();
  expect(screen.getByText(/^opened/).textContent).toBe("opened Less than an hour ago");
  await userEvent.selectOptions(screen.getByLabelText("State"), "Did not open");
  await waitFor(() => expect(calls.at(-1)?.query.get("state")).toBe("not_opened"));
  await userEvent.click(screen.getByRole("button", { name: "Download the proof" }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe(`${BASE}/deliveries.csv`));
  expect(calls.at(-1)?.headers.get("Authorization")).toBe("Bearer token");
});

test("a campaign that came from another names it", async () => {
  open(report({ origin: { kind: "not_opened", campaign_id: 5, subject: "First try" } }));
  const from = await screen.findByRole("link", { name: "First try" });
  expect(from.getAttribute("href")).toBe("/campaigns/1/5/report");
  expect(from.parentElement?.textContent).toBe("Sent again to those who did not open: First try");
});

test("a campaign that came from a deleted one says so, without a link", async () => {
  open(report({ origin: { kind: "duplicate", campaign_id: 5, subject: null } }));
  expect((await screen.findByText(/^A copy of/)).textContent).toBe("A copy of: a deleted campaign");
  expect(screen.queryByRole("link", { name: "a deleted campaign" })).toBeNull();
});

const trouble = { reason: "We can't reach the mail server. We keep trying.", since: "2026-11-01T08:00:00Z" };
const asAdmin = { "POST /api/auth/refresh": () => ({ body: session("token", { role: "admin" }) }) };

test("that no email leaves is told before the stream is, and is gone with the event that says so", async () => {
  const { body, tell } = eventStream();
  const sending = report({ status: "sending", finished_at: null, trouble });
  open(sending, {
    ...asAdmin,
    [`GET ${BASE}/progress`]: () => ({ body, headers: { "Content-Type": "text/event-stream" } }),
  });
  const told = (await screen.findByText(trouble.reason)).closest("[role=status]") as HTMLElement;
  expect(told.textContent).toMatch(/^No email has left since .*2026/);
  expect(within(told).getByRole("link", { name: "Check health" }).getAttribute("href")).toBe("/support");
  const progress = {
    status: "sending",
    pause_reason: null,
    ledger,
    rate_per_second: 0,
    seconds_left: null,
    errors: [],
  };
  tell("progress", { ...progress, trouble: { ...trouble, reason: "It isn't taking any email." } });
  expect(await screen.findByText("It isn't taking any email.")).toBeTruthy();
  expect(screen.queryByText(trouble.reason)).toBeNull();
  tell("progress", { ...progress, trouble: null });
  // The report that was read before still has it; the stream is newer.
  await waitFor(() => expect(screen.queryByText(/^No email has left/)).toBeNull());
});

test("who does not run the installation is not sent to its health", async () => {
  open(report({ status: "sending", finished_at: null, trouble }), {
    [`GET ${BASE}/progress`]: () => ({ body: eventStream().body }),
  });
  expect(await screen.findByText(trouble.reason)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Check health" })).toBeNull();
});

test("a campaign that paused itself says why, and leads to what to do", async () => {
  const pause_reason = "The mail server refused 30 of the last 400 emails for what they say.";
  open(report({ status: "paused", pause_reason, finished_at: null }));
  const told = (await screen.findByText(pause_reason)).closest("[role=status]") as HTMLElement;
  const link = within(told).getByRole("link", { name: "What to do" });
  expect(link.getAttribute("href")).toBe("/documentation/delivery#when-a-campaign-pauses-itself");
});

test("a campaign that its author paused needs no advice", async () => {
  open(report({ status: "paused", pause_reason: null, finished_at: null }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "What to do" })).toBeNull();
});

test("Print prints", async () => {
  const printed = vi.fn();
  vi.stubGlobal("print", printed);
  open(report());
  await userEvent.click(await screen.findByRole("button", { name: "Print" }));
  expect(printed).toHaveBeenCalledOnce();
});

const waitingTest = (over: Partial<AbTestReport> = {}): AbTestReport => ({
  state: "waiting",
  metric: "opens",
  winner: null,
  sent_to_rest: null,
  p_value: null,
  decides_at: new Date(Date.now() + 3_600_000).toISOString(),
  decided_at: null,
  explanation: "The winner is chosen at 2026-11-30T07:30:00.000Z, by opens.",
  variants: [
    { name: "A", subject: "One", intended: 360, sent: 360, opens: 4, clicks: 0, rate: 1.1 },
    { name: "B", subject: "Two", intended: 361, sent: 361, opens: 5, clicks: 0, rate: 1.4 },
  ],
  ...over,
});

test("a test that waits says what for, in the reader's time, and no time left that is none", async () => {
  // An hour before midnight the winner would be chosen tomorrow, which is told.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date().setHours(12, 0, 0, 0) });
  const { body, tell } = eventStream();
  const waitingLedger = { ...ledger, intended: 2400, sent: 721, failed: 0, suppressed: 0, queued: 1679 };
  const answer = report({
    status: "sending",
    finished_at: null,
    ledger: waitingLedger,
    waiting:
      "The winner of the A/B test is chosen at 2026-11-30T07:30:00.000Z; the rest of the readers get theirs then.",
    ab_test: waitingTest(),
  });
  const test: NonNullable<Campaign["ab_test"]> = {
    sample_percent: 30,
    wait_minutes: 60,
    metric: "opens",
    variants: [],
  };
  const calls = open(answer, {
    [`GET ${BASE}`]: () => ({
      body: campaign({ status: "sending", ledger: waitingLedger, ab_test: test, has_ab_test: true }),
    }),
    [`GET ${BASE}/progress`]: () => ({ body }),
    [`POST ${BASE}/ab-test/decide`]: () => ({ body: campaign({ status: "sending" }) }),
  });
  const words = /^Testing on 721 subscribers\. The winner goes to the other 1,679 at \d{1,2}:\d\d [AP]M\.$/;
  // In the banner, and where the time left would stand.
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
  tell("progress", {
    status: "sending",
    pause_reason: null,
    ledger: waitingLedger,
    rate_per_second: 12,
    seconds_left: 140,
    trouble: null,
    ab_test: { state: "waiting", rest: 1679, decides_at: waitingTest().decides_at },
    errors: [{ state: "failed", reason: "No such mailbox.", count: 1 }],
  });
  await screen.findByText("1: No such mailbox.");
  expect(screen.queryByText(/left$/)).toBeNull();
  expect(screen.getAllByText(words)).toHaveLength(1);
  expect(screen.getByText("Testing A/B")).toBeTruthy();
  // The bar is that of the sample.
  expect(screen.getByText("721 of 721 readers of the sample")).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuemax")).toBe("721");
  expect(await screen.findByText("So far by opens: A 1.1% · B 1.4%")).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\d{4}-\d\d-\d\dT/);
  await expectAccessible(document.body);
  const decided = () => calls.filter(({ path }) => path.endsWith("/ab-test/decide")).length;
  await userEvent.click(screen.getByRole("button", { name: "Decide now" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(
    dialog.getByText(/^Choose by what was counted so far instead of at .*other 1,679 subscribers get/),
  ).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Keep testing" }));
  expect(decided()).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Decide now" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Decide now" }));
  await waitFor(() => expect(decided()).toBe(1));
});

test("hours that have not come have no figures, and no bar of zero", async () => {
  open(
    report({ status: "sending", finished_at: null, started_at: new Date(Date.now() - 2.5 * 3_600_000).toISOString() }),
    {
      [`GET ${BASE}/progress`]: () => ({ status: 404 }),
    },
  );
  const section = within(await screen.findByRole("region", { name: "What readers did" }));
  expect(section.getByRole("slider").getAttribute("aria-valuetext")).toBe("hour 3: Opens 0, Clicks 0");
  await userEvent.click(section.getByRole("button", { name: "Table" }));
  const rows = within(section.getByRole("table")).getAllByRole("row");
  const cells = (at: number) => [...(rows[at]?.children ?? [])].map((cell) => cell.textContent);
  expect(cells(3)).toEqual(["hour 3", "0", "0"]);
  expect(cells(4)).toEqual(["hour 4", "–", "–"]);
  expect(cells(24)).toEqual(["hour 24", "–", "–"]);
});
