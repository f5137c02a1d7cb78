import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Report } from "@/api/reports";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { campaign, eventStream, session } from "@/testing/fake-server";
import { REPORTED as BASE, reportLedger as ledger, openReport as open, report } from "@/testing/report";
import { resendable } from "./report-actions";

afterEach(() => signOut());
afterEach(() => vi.useRealTimers());

const act = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(screen.getByRole("menuitem", { name }));
};

test("tabs have addresses, arrows walk through them, and each asks only for what it shows", async () => {
  const calls = open(report());
  const overview = await screen.findByRole("tab", { name: "Overview", selected: true });
  await screen.findByRole("region", { name: "Results" });
  expect(calls.filter(({ path }) => /deliveries|link-map|preview|captured/.test(path))).toEqual([]);
  overview.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: "Links", selected: true })).toBe(document.activeElement);
  expect(location.search).toBe("?tab=links");
  await userEvent.keyboard("{End}");
  expect(await screen.findByRole("region", { name: "Log" })).toBeTruthy();
  expect(location.search).toBe("?tab=log");
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: "Overview", selected: true })).toBe(document.activeElement);
  expect(location.search).toBe("");
  expect(screen.getByRole("tabpanel", { name: "Overview" })).toBeTruthy();
});

test.each(["subscribers", "log"])("%s can be used by everybody", async (tab) => {
  const reasons = [{ state: "failed" as const, reason: "No such mailbox.", count: 1 }];
  open(report({ reasons }), {}, `?tab=${tab}`);
  await screen.findByRole("region", { name: new RegExp(`^${tab}$`, "i") });
  await expectAccessible(document.body);
});

test("a report that doesn't load says so and is asked for again", async () => {
  let fails = true;
  open(report(), {
    [`GET ${BASE}/report`]: () => (fails ? { status: 400, body: { detail: "Broken." } } : { body: report() }),
  });
  expect(await screen.findByText("The report didn't load")).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Every subscriber is accounted for")).toBeTruthy();
});

test("non-openers get a draft of their own, made once, and the author is taken there", async () => {
  const draft = campaign({ id: 77, subject: "Against the feed, again" });
  const calls = open(report(), {
    [`POST ${BASE}/resend`]: () => ({ status: 201, body: draft }),
    "GET /api/newsletters": () => ({ body: [] }),
    "GET /api/campaigns": () => ({ body: [draft], headers: { "X-Total-Count": "1" } }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Resend to non-openers" }));
  expect(await screen.findByText("Against the feed, again")).toBeTruthy();
  expect(location.pathname + location.hash).toBe("/campaigns#campaign-77");
  const made = calls.filter((call) => call.path.endsWith("/resend"));
  expect(made.map((call) => call.body)).toEqual([{ to: "not_opened" }]);
  expect(made[0]?.headers.get("Idempotency-Key")).toBeTruthy();
});

test("a refused resend says why and stays", async () => {
  open(report(), { [`POST ${BASE}/resend`]: () => ({ status: 409, body: { detail: "Everyone has it." } }) });
  await act("Send to the rest");
  expect(await screen.findByText("Everyone has it.")).toBeTruthy();
  expect(location.pathname).toBe("/campaigns/1/9/report");
});

test.each([
  [{}, ["not_opened", "not_sent"]],
  [{ status: "cancelled" }, ["not_sent"]],
  [{ status: "sending" }, []],
  [{ tracking: "anonymous" }, ["not_sent"]],
  [{ engagement_forgotten_at: "2026-11-01T08:00:00Z" }, ["not_sent"]],
  [{ opens: 10, ledger: { ...ledger, intended: 10 } }, []],
] as [Partial<Report>, string[]][])("of %j another email can reach %j", (over, reachable) => {
  expect(resendable(report(over))).toEqual(reachable);
});

test("the delivery log is downloaded as the author", async () => {
  const calls = open(report(), { [`GET ${BASE}/deliveries.csv`]: () => ({ body: "" }) });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await act("Download delivery log");
  await waitFor(() => expect(calls.at(-1)?.path).toBe(`${BASE}/deliveries.csv`));
  expect(calls.at(-1)?.headers.get("Authorization")).toBe("Bearer token");
});

test("Print prints", async () => {
  const printed = vi.fn();
  vi.stubGlobal("print", printed);
  open(report());
  await act("Print");
  expect(printed).toHaveBeenCalledOnce();
});

test("a campaign that came from another names it", async () => {
  open(report({ origin: { kind: "not_opened", campaign_id: 5, subject: "First try" } }));
  const from = await screen.findByRole("link", { name: "First try" });
  expect(from.getAttribute("href")).toBe("/campaigns/1/5/report");
  expect(from.parentElement?.textContent).toBe("Resent to non-openers of First try");
});

test("a campaign that came from a deleted one says so, without a link", async () => {
  open(report({ origin: { kind: "duplicate", campaign_id: 5, subject: null } }));
  expect((await screen.findByText(/^A copy of/)).textContent).toBe("A copy of a deleted campaign");
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

test("while the stream tells how far it is every second, the report is asked for again too", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  const { body, tell } = eventStream();
  const calls = open(report({ status: "sending", finished_at: null }), {
    [`GET ${BASE}/progress`]: () => ({ body, headers: { "Content-Type": "text/event-stream" } }),
  });
  const asked = () => calls.filter(({ path }) => path === `${BASE}/report`).length;
  await screen.findByText("Every subscriber is accounted for");
  const before = asked();
  for (let sent = 1; sent <= 4; sent++) {
    tell("progress", {
      status: "sending",
      pause_reason: null,
      ledger: { ...ledger, sent },
      rate_per_second: sent,
      errors: [],
    });
    await screen.findByText(new RegExp(`^${sent} per second`));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(asked()).toBeGreaterThan(before);
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
