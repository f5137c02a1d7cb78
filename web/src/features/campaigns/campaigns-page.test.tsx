import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Campaign } from "@/api/campaigns";
import type { Ledger } from "@/api/reports";
import { signOut } from "@/api/session";
import { campaign, eventStream, fakeServer, newsletter } from "@/testing/fake-server";
import { reportFigures } from "@/testing/figures";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const ledger: Ledger = {
  intended: 10,
  queued: 0,
  sending: 0,
  sent: 7,
  deferred: 0,
  failed: 1,
  suppressed: 0,
  skipped: 1,
  cancelled: 0,
  in_doubt: 1,
};

const server = (campaigns: Campaign[], over = {}) =>
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/newsletters/1/analytics": () => ({
      body: { total_campaigns: 1, total_sends: 8, total_opens: 1, total_clicks: 0, total_bounces: 0 },
    }),
    "GET /api/campaigns": ({ query }: { query: URLSearchParams }) => ({
      body: query.get("status") ? [] : campaigns,
      headers: { "X-Total-Count": String(campaigns.length) },
    }),
    ...over,
  });

test("a draft's row and the performance tiles, to the letter", async () => {
  server([campaign()]);
  renderApp("/campaigns");
  const card = within((await screen.findByText("Against the feed")).closest("li") as HTMLElement);
  expect(card.getByText("Draft")).toBeTruthy();
  expect(card.getByText("Rich HTML content")).toBeTruthy();
  expect(card.getByText(/^Created /)).toBeTruthy();
  expect(card.getAllByText("-")).toHaveLength(3);
  expect(screen.getByText("+1 this month")).toBeTruthy();
  expect(await screen.findByText("12.5%")).toBeTruthy();
  expect(screen.getByText("0.0%")).toBeTruthy();
});

test("the row of a campaign that is being sent says that no email leaves, until it does", async () => {
  const { body, tell } = eventStream();
  server([campaign({ status: "sending", ledger, recipients: 10 })], {
    "GET /api/newsletters/1/campaigns/9/progress": () => ({ body }),
  });
  renderApp("/campaigns");
  const card = within((await screen.findByText("Against the feed")).closest("li") as HTMLElement);
  const progress = {
    status: "sending",
    pause_reason: null,
    ledger,
    rate_per_second: 0,
    seconds_left: null,
    errors: [],
  };
  tell("progress", { ...progress, trouble: { reason: "We keep trying.", since: new Date().toISOString() } });
  expect((await card.findByText(/^No email has left since/)).parentElement?.textContent).toContain("We keep trying.");
  tell("progress", { ...progress, trouble: null });
  await waitFor(() => expect(card.queryByText(/^No email has left since/)).toBeNull());
});

test("the row of a campaign that paused itself leads to what to do", async () => {
  server([campaign({ status: "paused", pause_reason: "24 connections closed early.", ledger, recipients: 10 })]);
  renderApp("/campaigns");
  const told = (await screen.findByText("24 connections closed early.")).closest("[role=status]") as HTMLElement;
  const link = within(told).getByRole("link", { name: "What to do" });
  expect(link.getAttribute("href")).toBe("/documentation/delivery#when-a-campaign-pauses-itself");
});

test("Send Campaign asks with the exact words, sends once with a key, and says so", async () => {
  const user = userEvent.setup();
  const calls = server([campaign()], {
    "POST /api/newsletters/1/campaigns/9/send": () => ({ status: 202, body: campaign({ status: "sending" }) }),
  });
  renderApp("/campaigns");
  await user.click(await screen.findByRole("button", { name: "Send Campaign" }));
  const question = await screen.findByRole("dialog", { name: "Send Campaign" });
  expect(question.textContent).toContain(
    'Send campaign "Against the feed" now? This will send the email to all active subscribers.',
  );
  await user.click(within(question).getByRole("button", { name: "Send now" }));
  expect(await screen.findByText("Campaign sent successfully!")).toBeTruthy();
  const sent = calls.filter((call) => call.path.endsWith("/send"));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.get("Idempotency-Key")).toBeTruthy();
  expect(sent[0]?.body).toBeUndefined();
});

test("a refused send shows the server's reason", async () => {
  const user = userEvent.setup();
  server([campaign()], {
    "POST /api/newsletters/1/campaigns/9/send": () => ({ status: 409, body: { detail: "Nobody is subscribed yet." } }),
  });
  renderApp("/campaigns");
  await user.click(await screen.findByRole("button", { name: "Send Campaign" }));
  await user.click(await screen.findByRole("button", { name: "Send now" }));
  expect(await screen.findByText("Nobody is subscribed yet.")).toBeTruthy();
});

test("a bad merge tag is shown at the content, with line and column", async () => {
  const user = userEvent.setup();
  const message = "Line 2, column 7: there is no such tag.";
  const calls = server([], {
    "POST /api/newsletters/1/campaigns": () => ({
      status: 422,
      body: { detail: "Bad.", errors: [{ field: "html_content", message }] },
    }),
  });
  renderApp("/campaigns");
  expect(await screen.findByText("No campaigns yet")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Create Your First Campaign" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create Campaign" }));
  await user.selectOptions(dialog.getByLabelText("Newsletter"), "1");
  await user.type(dialog.getByLabelText("Subject Line"), "Hello");
  await user.click(dialog.getByRole("button", { name: "Create Draft Campaign" }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByLabelText("HTML Content").getAttribute("aria-invalid")).toBe("true");
  expect(calls.find((call) => call.method === "POST" && call.path.endsWith("/campaigns"))?.body).toEqual({
    subject: "Hello",
    html_content: "",
  });
});

test("the only newsletter is chosen already, and what is created opens with the caret in its text", async () => {
  const user = userEvent.setup();
  const made = campaign({ subject: "Hello" });
  // The address opens the form before anything is known of newsletters.
  server([], {
    "GET /api/newsletters/1/campaigns/9": () => ({ body: made }),
    "POST /api/newsletters/1/campaigns": () => ({ status: 201, body: made }),
  });
  renderApp("/campaigns#create-campaign");
  const dialog = within(await screen.findByRole("dialog", { name: "Create Campaign" }));
  expect(dialog.getByLabelText<HTMLSelectElement>("Newsletter").value).toBe("1");
  await user.type(dialog.getByLabelText("Subject Line"), "Hello");
  await user.click(dialog.getByRole("button", { name: "Create Draft Campaign" }));
  const text = await screen.findByRole("textbox", { name: /^Email text/ }, { timeout: 120_000 });
  await waitFor(() => expect(document.activeElement).toBe(text));
});

test("filters that match nothing say so", async () => {
  server([campaign()]);
  renderApp("/campaigns?status=sent");
  expect(await screen.findByText("No campaigns match your filters")).toBeTruthy();
});

test("the report accounts for every subscriber and lets a person decide the uncertain ones", async () => {
  const user = userEvent.setup();
  const doubtful = {
    subscriber_id: 4,
    email: "doubt@example.com",
    first_name: null,
    last_name: null,
    state: "in_doubt",
    reason: null,
    code: null,
    enhanced_code: null,
    attempts: 1,
    message_id: null,
    updated_at: null,
    captured_mail_id: null,
  };
  const calls = server([], {
    "GET /api/newsletters/1/campaigns/9": () => ({ body: campaign({ status: "sent", ledger }) }),
    "GET /api/newsletters/1/campaigns/9/report": () => ({
      body: {
        campaign_id: 9,
        status: "sent",
        pause_reason: null,
        in_doubt_policy: "hold",
        started_at: null,
        finished_at: null,
        duration_seconds: null,
        rate_per_second: null,
        ledger,
        reasons: [{ state: "failed", reason: "No such mailbox.", count: 1 }],
        uncertain: [doubtful],
        ...reportFigures(),
      },
    }),
    "GET /api/newsletters/1/campaigns/9/deliveries": () => ({ body: [], headers: { "X-Total-Count": "0" } }),
    "GET /api/captured-mail": () => ({ body: [] }),
    "POST /api/newsletters/1/campaigns/9/deliveries/4/resolve": () => ({ body: doubtful }),
  });
  renderApp("/campaigns/1/9/report");
  expect(await screen.findByText("Every subscriber is accounted for")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send again: doubt@example.com" }));
  await waitFor(() => expect(calls.find((call) => call.path.endsWith("/resolve"))?.body).toEqual({ as: "resend" }));
  await user.click(screen.getByRole("tab", { name: "Log" }));
  expect(await screen.findByText("No such mailbox.")).toBeTruthy();
});
