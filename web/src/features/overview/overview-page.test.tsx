import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Notice } from "@/api/notices";
import type { Overview } from "@/api/overview";
import { signOut } from "@/api/session";
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
};

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
