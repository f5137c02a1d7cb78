import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Notice } from "@/api/notices";
import type { Overview } from "@/api/overview";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const period = { campaigns_sent: 2, emails_sent: 400, new_subscribers: 5, unsubscribed: 1 };
const overview: Overview = {
  totals: { newsletters: 1, subscribers: 1200, campaigns: 4, emails_sent: 800 },
  last_30_days: { ...period, opens: 167, clicks: 20, open_rate: 41.75, click_rate: 5 },
  previous_30_days: { ...period, opens: 160, clicks: 20, open_rate: 40, click_rate: 5.02 },
  series: Array.from({ length: 60 }, (_, at) => ({
    date: new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10),
    new_subscribers: 0,
    emails_sent: 0,
    unsubscribed: 0,
    opens: at,
    clicks: 0,
  })),
  recent_activity: [],
  setup: {
    shown: true,
    newsletter: true,
    sender_domain: true,
    subscribers: true,
    campaign: true,
    sent: true,
    sample_data: false,
  },
};

const fresh = (over: Partial<Overview["setup"]> = {}): Overview => ({
  ...overview,
  totals: { newsletters: 0, subscribers: 0, campaigns: 0, emails_sent: 0 },
  setup: {
    shown: true,
    newsletter: false,
    sender_domain: false,
    subscribers: false,
    campaign: false,
    sent: false,
    sample_data: false,
    ...over,
  },
});

const checklist = () => screen.queryByRole("region", { name: "Get started" });

test("the checklist ticks what is done, leads to what is next, and goes when nothing is left", async () => {
  let now = fresh({ newsletter: true, campaign: true });
  fakeServer({
    "GET /api/overview": () => ({ body: now }),
    "GET /api/notices": () => ({ body: [] }),
    "POST /api/me/sample-data": () => ({ status: 201, body: { subscribers: 12 } }),
  });
  renderApp("/");
  const list = within(await screen.findByRole("region", { name: "Get started" }));
  expect(list.getByText("2 of 5 done")).toBeTruthy();
  expect(list.getAllByRole("listitem").map((row) => row.querySelector("p")?.textContent)).toEqual([
    "Create a newsletter, done",
    "Verify your sending domain, to do",
    "Add subscribers, to do",
    "Write your first campaign, done",
    "Send it, to do",
  ]);
  expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/domains",
    "/subscribers#add-subscribers",
    "/campaigns",
  ]);
  expect(screen.getByRole("region", { name: "Quick Stats" })).toBeTruthy();
  await expectAccessible(document.body);
  // Whatever is done here is looked at anew.
  now = overview;
  await userEvent.click(list.getByRole("button", { name: "Add sample data" }));
  await waitFor(() => expect(checklist()).toBeNull());
});

test("the checklist is hidden at once, and Undo brings it back", async () => {
  let shown = true;
  const calls = fakeServer({
    "GET /api/overview": () => ({ body: fresh({ shown }) }),
    "GET /api/notices": () => ({ body: [] }),
    "PUT /api/overview/checklist": ({ body }) => {
      shown = (body as { shown: boolean }).shown;
      return { status: 204 };
    },
  });
  renderApp("/");
  await userEvent.click(await screen.findByRole("button", { name: "Hide the checklist" }));
  await waitFor(() => expect(checklist()).toBeNull());
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("region", { name: "Get started" })).toBeTruthy();
  const asked = calls.filter(({ path }) => path === "/api/overview/checklist").map(({ body }) => body);
  expect(asked).toEqual([{ shown: false }, { shown: true }]);
});

test("a checklist that cannot be hidden stays, and the server says why", async () => {
  fakeServer({
    "GET /api/overview": () => ({ body: fresh() }),
    "GET /api/notices": () => ({ body: [] }),
    "PUT /api/overview/checklist": () => ({ status: 507, body: { detail: "The disk is full." } }),
  });
  renderApp("/");
  await userEvent.click(await screen.findByRole("button", { name: "Hide the checklist" }));
  expect(await screen.findByText("The disk is full.")).toBeTruthy();
  await waitFor(() => expect(checklist()).toBeTruthy());
});

test("sample data comes with one click and goes with one, and what stays is named", async () => {
  let present = false;
  fakeServer({
    "GET /api/overview": () => ({ body: { ...fresh(), setup: { ...fresh().setup, sample_data: present } } }),
    "GET /api/notices": () => ({ body: [] }),
    "POST /api/me/sample-data": () => {
      present = true;
      return { status: 201, body: { newsletter_id: 1, campaign_id: 1, template_id: 1, subscribers: 12 } };
    },
    "DELETE /api/me/sample-data": () => {
      present = false;
      return { body: { newsletter_kept: true, campaign_kept: false, template_kept: true } };
    },
  });
  renderApp("/");
  await userEvent.click(await screen.findByRole("button", { name: "Add sample data" }));
  expect(await screen.findByText("A newsletter with 12 subscribers, a draft and a template.")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Remove sample data" }));
  const told = "Sample data removed. We kept the newsletter and template, because you changed or added something.";
  expect(await screen.findByText(told)).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Add sample data" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Remove sample data" })).toBeTruthy();
});

test("sample data can be removed when the checklist is gone", async () => {
  fakeServer({
    "GET /api/overview": () => ({ body: { ...overview, setup: { ...overview.setup, sample_data: true } } }),
    "GET /api/notices": () => ({ body: [] }),
  });
  renderApp("/");
  expect(await screen.findByRole("button", { name: "Remove sample data" })).toBeTruthy();
  expect(checklist()).toBeNull();
});

const tile = async (label: string) => within((await screen.findByText(label)).parentElement as HTMLElement);

test("three stat cards, each with its range; the further figures stand below", async () => {
  fakeServer({ "GET /api/overview": () => ({ body: overview }), "GET /api/notices": () => ({ body: [] }) });
  renderApp("/");
  const opens = await tile("Open rate, last 30 days");
  expect(opens.getByText("41.8%")).toBeTruthy();
  expect(opens.getByText("+1.8 points")).toBeTruthy();
  expect(screen.getByText("5 joined, 1 left · 30 days")).toBeTruthy();
  expect((await tile("Emails sent, last 30 days")).getByText("400")).toBeTruthy();
  const stats = screen.getByRole("region", { name: "Quick Stats" });
  expect(stats.querySelectorAll(":scope > .grid > *")).toHaveLength(3);
  expect(stats.textContent).toContain("In the last 30 days you sent 2 campaigns, with a click rate of 5.0%.");
});

test("opens have a chart of their own, with its table", async () => {
  fakeServer({ "GET /api/overview": () => ({ body: overview }), "GET /api/notices": () => ({ body: [] }) });
  renderApp("/");
  await userEvent.selectOptions(await screen.findByLabelText("Figure"), "Opens");
  expect(screen.getByRole("slider", { name: /^Opens: 1,335 in the last 30 days, 435 / })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Table" }));
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect([...(rows[1]?.children ?? [])].map((cell) => cell.textContent)).toEqual(["Oct 1", "30", "0"]);
});

const notice = (over: Partial<Notice>): Notice => ({
  id: 4,
  kind: "sending_stuck",
  title: "Your email isn't leaving",
  detail: "We can't reach the mail server. We keep trying.",
  href: "/campaigns",
  created_at: new Date().toISOString(),
  ...over,
});

test.each([
  [notice({}), "alert", "See campaigns", "/campaigns"],
  [
    notice({ kind: "storage_failed", title: "Your server's disk was full", detail: "Free some space.", href: null }),
    "status",
    "Check health",
    "/support",
  ],
  [
    notice({ kind: "campaign_late", title: "It left late", href: "/campaigns/1/9/report" }),
    "status",
    "Look",
    "/campaigns/1/9/report",
  ],
] as const)("notice %# leads to where something can be done", async (told, role, label, href) => {
  fakeServer({ "GET /api/overview": () => ({ body: overview }), "GET /api/notices": () => ({ body: [told] }) });
  renderApp("/");
  const banner = (await screen.findByText(told.title)).closest("[role]") as HTMLElement;
  expect(banner.getAttribute("role")).toBe(role);
  expect(banner.textContent).toContain(told.detail);
  expect(within(banner).getByRole("link").textContent).toBe(label);
  expect(within(banner).getByRole("link").getAttribute("href")).toBe(href);
});

test("a notice that cannot be dismissed stays, and the server says why", async () => {
  const answer = { status: 507, body: { detail: "The server's disk is full. Nothing was changed." } };
  fakeServer({
    "GET /api/overview": () => ({ body: overview }),
    "GET /api/notices": () => ({ body: [notice({})] }),
    "DELETE /api/notices/4": () => answer,
  });
  renderApp("/");
  await userEvent.click(await screen.findByRole("button", { name: "Dismiss: Your email isn't leaving" }));
  expect(await screen.findByText(answer.body.detail)).toBeTruthy();
  await waitFor(() => expect(screen.getByText("Your email isn't leaving")).toBeTruthy());
});
