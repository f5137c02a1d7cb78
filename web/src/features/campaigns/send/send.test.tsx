import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Campaign, Check, DryRun } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Call, campaign, fakeServer, type Handler, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";

const check = (over: Partial<Check> = {}): Check => ({
  id: "size",
  level: "ok",
  title: "Small enough for every inbox",
  details: [],
  fix: null,
  ...over,
});

const domain = check({
  id: "sender",
  level: "error",
  title: "The domain is not verified",
  details: ["news.example.org waits for its records."],
  fix: { label: "Verify the domain", target: "domain", href: "/domains?domain=3" },
});

const dead = check({
  id: "links",
  level: "warning",
  title: "A link does not answer",
  details: ["https://example.org/gone answers 404"],
  fix: { label: "Edit the content", target: "content", href: null },
});

const run: DryRun = {
  intended: 1200,
  recipients: 1190,
  left_out: [{ reason: "Suppressed: hard bounce", count: 10 }],
  not_audience: [{ reason: "Unsubscribed", count: 40 }],
  sample: ["a@example.com", "b@example.com"],
  rate_per_second: 12.5,
  rate_source: "As fast as the last campaign went.",
  seconds: 96,
  days: 1,
  limits: ["The domain may send 5,000 today."],
  starts_at: "2026-01-01T00:00:00Z",
  usual_audience: 1100,
};

interface Responses {
  quick: Check[];
  whole?: Check[];
  present?: Campaign;
  routes?: Record<string, Handler>;
}

function server({ quick, whole = quick, present = campaign(), routes = {} }: Responses): Call[] {
  return fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": () => ({ body: [present], headers: { "X-Total-Count": "1" } }),
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`GET ${CAMPAIGN}/checks`]: ({ query }) => ({ body: { checks: query.get("links") === "true" ? whole : quick } }),
    [`GET ${CAMPAIGN}/dry-run`]: () => ({ body: run }),
    [`POST ${CAMPAIGN}/send`]: () => ({ status: 202, body: campaign({ status: "sending" }) }),
    ...routes,
  });
}

async function open(button = "Send Campaign") {
  renderApp("/campaigns");
  await userEvent.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog", { name: "Send Campaign" }));
}

const sends = (calls: Call[]) => calls.filter((call) => call.path === `${CAMPAIGN}/send`);

test("who gets it, who does not and why, and how long that takes", async () => {
  server({ quick: [check()] });
  const dialog = await open();
  const section = within(await dialog.findByRole("region", { name: "Who gets it" }));
  expect(await section.findByText("1,190 subscribers")).toBeTruthy();
  expect(section.getByText("Suppressed: hard bounce").parentElement?.textContent).toContain("10");
  expect(section.getByText("Unsubscribed").parentElement?.textContent).toContain("40");
  expect(section.getByText("Starts now, takes about 1 min 36 s at 13 per second.")).toBeTruthy();
  expect(section.getByText("The domain may send 5,000 today.")).toBeTruthy();
  expect(section.getByText("Usually 1,100.")).toBeTruthy();
});

test("an error keeps it from being sent and says why; its fix leads to the domain", async () => {
  const calls = server({ quick: [check(), domain] });
  const dialog = await open();
  expect(await dialog.findByText("The domain is not verified")).toBeTruthy();
  const button = dialog.getByRole("button", { name: "Send now" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Can't send yet: The domain is not verified");
  await expectAccessible(document.body);
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(sends(calls)).toHaveLength(0);
  expect(dialog.getByRole("link", { name: "Verify the domain" }).getAttribute("href")).toBe("/domains?domain=3");
});

test("what the links answer comes later, as a warning that does not keep it from being sent", async () => {
  const calls = server({ quick: [check()], whole: [check(), dead] });
  const dialog = await open();
  expect(await dialog.findByText("https://example.org/gone answers 404")).toBeTruthy();
  expect(dialog.getByText("Warning")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Send now" }));
  expect(await screen.findByText("Campaign sent successfully!")).toBeTruthy();
  expect(sends(calls)).toHaveLength(1);
});

test("a fix in the content leads to the page where it is written", async () => {
  server({ quick: [dead] });
  const dialog = await open();
  await userEvent.click(await dialog.findByRole("button", { name: "Edit the content" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/9/edit"));
});

test("a fix in the content of a designed campaign leads to the editor", async () => {
  server({ quick: [dead], present: campaign({ blocks: [] }) });
  const dialog = await open();
  const link = await dialog.findByRole("link", { name: "Edit the content" });
  expect(link.getAttribute("href")).toBe("/campaigns/1/9/edit?mode=design");
});

test("from the question to a test mail and to the schedule", async () => {
  const scheduled = campaign({ status: "scheduled", scheduled_at: "2027-03-28T01:30:00Z" });
  server({ quick: [check()], present: scheduled });
  const dialog = await open("Send Now");
  await userEvent.click(dialog.getByRole("button", { name: "Schedule…" }));
  expect(await screen.findByRole("dialog", { name: "Schedule Campaign" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send Now" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send a test" }));
  expect(await screen.findByRole("dialog", { name: "Test send" })).toBeTruthy();
});

test("checks that can't be made are told and don't stand in the way", async () => {
  const away: Handler = () => ({ status: 503, body: { detail: "Not now." } });
  const calls = server({
    quick: [],
    routes: { [`GET ${CAMPAIGN}/checks`]: away, [`GET ${CAMPAIGN}/dry-run`]: away },
  });
  const dialog = await open();
  expect(await dialog.findByText("Couldn't check the campaign: Not now.")).toBeTruthy();
  expect(await dialog.findByText("Couldn't count subscribers: Not now.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Send now" }));
  await waitFor(() => expect(sends(calls)).toHaveLength(1));
});

test.each([
  ["once", null, /^Starts now instead of Mar 28, 2027/],
  [
    "again and again",
    {
      frequency: "weekly" as const,
      interval: 1,
      weekdays: [7],
      month_day: null,
      feed_url: null,
      until: null,
      times: 0,
      last_issue_id: null,
    },
    /^Sends an issue now \(the next one still goes out Mar 28, 2027/,
  ],
])("a campaign that is scheduled %s does not wait when it is sent now", async (_, repeat, words) => {
  const at = "2027-03-28T12:00:00Z";
  const present = campaign({ status: "scheduled", scheduled_at: at, repeat });
  server({
    quick: [check()],
    present,
    routes: { [`GET ${CAMPAIGN}/dry-run`]: () => ({ body: { ...run, starts_at: at } }) },
  });
  const dialog = await open("Send Now");
  expect(await dialog.findByText(words)).toBeTruthy();
});

test("the question keeps its words where an audience narrows them, and says to whom", async () => {
  server({
    quick: [check()],
    present: campaign({ segment: { kind: "not_opened", campaign_id: 5 } }),
    routes: { "GET /api/newsletters/1/campaigns/5": () => ({ body: campaign({ id: 5, subject: "The first" }) }) },
  });
  const dialog = await open();
  const question = 'Send campaign "Against the feed" now? This will send the email to all active subscribers.';
  expect(dialog.getByText(question, { exact: false })).toBeTruthy();
  expect(await dialog.findByText("Only subscribers who didn't open “The first” get it.")).toBeTruthy();
});
