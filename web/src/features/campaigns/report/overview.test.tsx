import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import type { AbTestReport } from "@/api/reports";
import { signOut } from "@/api/session";
import { formatDate } from "@/lib/format";
import { expectAccessible } from "@/testing/axe";
import { campaign, eventStream } from "@/testing/fake-server";
import { REPORTED as BASE, delivery, reportLedger as ledger, openReport as open, report } from "@/testing/report";
import { compare } from "./compare";

afterEach(async () => {
  vi.useRealTimers();
  await signOut();
});

const section = async (name: string) => within(await screen.findByRole("region", { name }));
const usual = { campaigns: 8, open_rate: 41.2, click_rate: 3.9, bounce_rate: 0.4, unsubscribe_rate: 0.2 };

test.each([
  [41.2, undefined, {}, "No earlier data", null],
  [41.24, 41.16, {}, "As usual", null],
  [50, 41.2, {}, "Above your usual 41.2%", true],
  [30, 41.2, {}, "Below your usual 41.2%", false],
  [0.1, 0.4, { lessIsBetter: true }, "Below your usual 0.4%", true],
  [2, 0.4, { lessIsBetter: true }, "Above your usual 0.4%", false],
  [2, 41.2, { early: true }, "Usually 41.2%", null],
])("%s beside a usual %s, %j, reads %s", (rate, usually, how, words, isGood) => {
  expect(compare(rate, usually, how)).toMatchObject({ words, isGood });
});

test("what counts comes first: delivered, opened, clicked against the usual, with robots and proxies apart", async () => {
  open(report({ privacy_opens: 80, robot_opens: 9, robot_clicks: 12, usual }));
  const results = await section("Results");
  expect(results.getByText("Compared with the median of your last 8 campaigns.")).toBeTruthy();
  expect(results.getByText("Delivered").parentElement?.textContent).toBe("Delivered1083.3% of 12 subscribers");
  expect(results.getByText("Open rate").parentElement?.textContent).toBe(
    "Open rate40.0%Below your usual 41.2%4 subscribers · 6 opens in total",
  );
  expect(results.getByText("Click rate").parentElement?.textContent).toBe(
    "Click rate10.0%Above your usual 3.9%1 subscriber",
  );
  expect(
    results.getByText("80 opens by privacy proxies and 9 automated opens excluded. 12 automated clicks excluded."),
  ).toBeTruthy();
});

test("while emails leave nothing is above or below the usual yet", async () => {
  open(report({ status: "sending", finished_at: null, usual }), {
    [`GET ${BASE}/progress`]: () => ({ body: eventStream().body }),
  });
  const results = await section("Results");
  expect(results.getByText("Usually 41.2%")).toBeTruthy();
  expect(results.getByText("Usually 3.9%")).toBeTruthy();
});

test("the first 24 hours are told hour by hour", async () => {
  open(report());
  await userEvent.click(await screen.findByRole("button", { name: "Table" }));
  const rows = within(screen.getByRole("table", { name: /^The first 24 hours/ })).getAllByRole("row");
  expect(rows).toHaveLength(25);
  expect(rows.slice(1, 3).map((row) => row.textContent)).toEqual(["1st hour30", "hour 201"]);
});

test("hours that have not come have no figures, and no bar of zero", async () => {
  open(
    report({ status: "sending", finished_at: null, started_at: new Date(Date.now() - 2.5 * 3_600_000).toISOString() }),
    { [`GET ${BASE}/progress`]: () => ({ status: 404 }) },
  );
  const results = await section("Results");
  expect(results.getByRole("slider").getAttribute("aria-valuetext")).toBe("hour 3: Opens 0, Clicks 0");
  await userEvent.click(results.getByRole("button", { name: "Table" }));
  const rows = within(results.getByRole("table")).getAllByRole("row");
  const cells = (at: number) => [...(rows[at]?.children ?? [])].map((cell) => cell.textContent);
  expect(cells(3)).toEqual(["hour 3", "0", "0"]);
  expect(cells(4)).toEqual(["hour 4", "–", "–"]);
  expect(cells(24)).toEqual(["hour 24", "–", "–"]);
});

test.each([
  ["none", "This newsletter doesn't track opens and clicks.", "Open rate–Not tracked"],
  [
    "anonymous",
    "This newsletter counts opens and clicks without identifying subscribers, so there are no rates.",
    "Open rate–6 opens, no rate for anonymous tracking",
  ],
] as const)("with tracking %s there are no rates, and why", async (tracking, why, tile) => {
  open(report({ tracking, opens: 0, all_opens: tracking === "none" ? 0 : 6 }));
  const results = await section("Results");
  expect(results.getByText(why)).toBeTruthy();
  expect(results.getByText("Open rate").parentElement?.textContent).toBe(tile);
  expect(screen.queryByRole("button", { name: "Resend to non-openers" })).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "Subscribers" }));
  const shown = within(await screen.findByLabelText("Show"));
  expect(shown.queryByRole("option", { name: "Opened" })).toBeNull();
});

test("who opened may be forgotten: the rates stay, and no list of them is offered", async () => {
  const forgotten = "2026-11-01T08:00:00.000Z";
  open(report({ engagement_forgotten_at: forgotten }));
  const results = await section("Results");
  expect(
    results.getByText(new RegExp(`forgotten on ${formatDate(forgotten)}, as your administrator chose`)),
  ).toBeTruthy();
  expect(results.getByText("Open rate").parentElement?.textContent).toContain("40");
  expect(screen.queryByRole("button", { name: "Resend to non-openers" })).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "Subscribers" }));
  const shown = within(await screen.findByLabelText("Show"));
  expect(shown.queryByRole("option", { name: "Opened" })).toBeNull();
});

test("states at zero are folded away and come on demand; all of them always add up", async () => {
  open(report());
  const delivered = await section("Delivery");
  expect(delivered.getByText("12 subscribers, each in exactly one state.")).toBeTruthy();
  expect(delivered.getByText("Every subscriber is accounted for")).toBeTruthy();
  expect(delivered.getAllByRole("listitem")).toHaveLength(3);
  expect(delivered.queryByText("Queued")).toBeNull();
  await userEvent.click(delivered.getByRole("button", { name: "Show 6 states at zero" }));
  expect(delivered.getAllByRole("listitem")).toHaveLength(9);
  expect(delivered.getByText("Queued")).toBeTruthy();
  await userEvent.click(delivered.getByRole("button", { name: "Hide states at zero" }));
  expect(delivered.getAllByRole("listitem")).toHaveLength(3);
});

test("states that don't add up are not hidden", async () => {
  open(report({ ledger: { ...ledger, intended: 13 } }));
  expect(await screen.findByText("The states add up to 12. Please report this.")).toBeTruthy();
});

test("a state leads to its subscribers", async () => {
  const calls = open(report());
  await userEvent.click((await section("Delivery")).getByRole("link", { name: /^Failed/ }));
  expect(location.search).toBe("?tab=subscribers&state=failed");
  await screen.findByText("reader@example.com");
  expect(calls.at(-1)?.query.get("state")).toBe("failed");
});

test("of many in doubt the first are shown, those to decide on before the others", async () => {
  const doubt = (subscriber_id: number, state: "sent" | "in_doubt") => ({
    ...delivery,
    subscriber_id,
    email: `doubt${subscriber_id}@example.com`,
    state,
  });
  const uncertain = [
    doubt(1, "sent"),
    doubt(2, "in_doubt"),
    doubt(3, "in_doubt"),
    doubt(4, "in_doubt"),
    doubt(5, "in_doubt"),
  ];
  open(report({ in_doubt_policy: "hold", uncertain, ledger: { ...ledger, intended: 23, in_doubt: 11 } }));
  const doubts = await section("In doubt");
  const names = () => doubts.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent?.trim());
  expect(names()).toEqual([2, 3, 4].map((id) => `doubt${id}@example.com`));
  await userEvent.click(doubts.getByRole("button", { name: "Show 2 more" }));
  expect(names()).toHaveLength(5);
  expect(doubts.getByRole("link", { name: "7 more in doubt" }).getAttribute("href")).toContain("state=in_doubt");
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

const waitingTest: AbTestReport = {
  state: "waiting",
  metric: "opens",
  winner: null,
  sent_to_rest: null,
  p_value: null,
  decides_at: "",
  decided_at: null,
  explanation: "The winner is chosen at 2026-11-30T07:30:00.000Z, by opens.",
  variants: [
    { name: "A", subject: "One", intended: 360, sent: 360, opens: 4, clicks: 0, rate: 1.1 },
    { name: "B", subject: "Two", intended: 361, sent: 361, opens: 5, clicks: 0, rate: 1.4 },
  ],
};

function openTesting(body: ReadableStream<Uint8Array>) {
  // An hour before midnight the winner would be chosen tomorrow, which is told.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date().setHours(12, 0, 0, 0) });
  const waitingLedger = { ...ledger, intended: 2400, sent: 721, failed: 0, suppressed: 0, queued: 1679 };
  const decides_at = new Date(Date.now() + 3_600_000).toISOString();
  const answer = report({
    status: "sending",
    finished_at: null,
    ledger: waitingLedger,
    waiting: "The A/B test decides at 2026-11-30T07:30:00.000Z. Everyone else gets the winner then.",
    ab_test: { ...waitingTest, decides_at },
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
  return { calls, ledger: waitingLedger, decides_at };
}

test("a test that waits says what for before the stream does, in local time, with the sample alone in its bar", async () => {
  const { body, tell } = eventStream();
  const { ledger: waitingLedger, decides_at } = openTesting(body);
  const words = /^Testing on 721 subscribers\. The winner goes to the other 1,679 at \d{1,2}:\d\d [AP]M\.$/;
  expect(await screen.findAllByText(words)).toHaveLength(1);
  expect(screen.getByText("Testing A/B")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Decide now" })).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuemax")).toBe("721");
  tell("progress", {
    status: "sending",
    pause_reason: null,
    ledger: waitingLedger,
    rate_per_second: 12,
    seconds_left: 140,
    trouble: null,
    ab_test: { state: "waiting", rest: 1679, decides_at },
    errors: [{ state: "failed", reason: "No such mailbox.", count: 1 }],
  });
  await screen.findByText("1: No such mailbox.");
  expect(screen.queryByText(/left$/)).toBeNull();
  expect(screen.getAllByText(words)).toHaveLength(1);
  expect(screen.getByText("721 of 721 subscribers of the sample")).toBeTruthy();
  expect(await screen.findByText("So far by opens: A 1.1% · B 1.4%")).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\d{4}-\d\d-\d\dT/);
  await expectAccessible(document.body);
});

test("a test is decided before its time once that is confirmed", async () => {
  const { calls } = openTesting(eventStream().body);
  const decided = () => calls.filter(({ path }) => path.endsWith("/ab-test/decide")).length;
  await userEvent.click(await screen.findByRole("button", { name: "Decide now" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/^Decide from the results so far instead of at .*other 1,679 subscribers get/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Keep testing" }));
  expect(decided()).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Decide now" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Decide now" }));
  await waitFor(() => expect(decided()).toBe(1));
});
