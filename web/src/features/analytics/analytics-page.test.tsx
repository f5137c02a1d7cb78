import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Analytics } from "@/api/analytics";
import { signOut } from "@/api/session";
import { fakeServer, newsletter } from "@/testing/fake-server";
import { analytics, totalsOf } from "@/testing/figures";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const server = (answer: Analytics, over = {}) =>
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/analytics": () => ({ body: answer }),
    ...over,
  });

const tile = async (label: string) =>
  within((await screen.findByText(label, { selector: "p" })).parentElement as HTMLElement);

test("the totals stand in their tiles, each against the period before", async () => {
  server(analytics());
  renderApp("/analytics");
  const sent = await tile("Total Emails Sent");
  expect(sent.getByText("1,200")).toBeTruthy();
  expect(sent.getByText("+20%")).toBeTruthy();
  const bounces = await tile("Bounce Rate");
  expect(bounces.getByText("0.3%")).toBeTruthy();
  expect(bounces.getByText("vs 0.5% before")).toBeTruthy();
  expect(screen.getByText("41.7% of emails sent")).toBeTruthy();
  expect(screen.getByText("+25")).toBeTruthy();
  expect(screen.queryByText(/excluded/)).toBeNull();
});

test("the range selector offers the four ranges and keeps its choice in the address, as the newsletter does", async () => {
  const user = userEvent.setup();
  const calls = server(analytics());
  renderApp("/analytics");
  const range = await screen.findByLabelText("Range");
  expect(
    within(range)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["Last 30 days", "Last 90 days", "Last 6 months", "Last year"]);
  await user.selectOptions(range, "6m");
  await screen.findByRole("option", { name: "The Slow Web" });
  await user.selectOptions(screen.getByLabelText("Newsletter"), "1");
  expect(location.search).toBe("?range=6m&newsletter=1");
  await screen.findByText("Total Emails Sent");
  const asked = calls.filter((call) => call.path === "/api/analytics").map((call) => call.query.toString());
  expect(asked).toEqual(["range=30d", "range=6m", "range=6m&newsletter_id=1"]);
});

test("what is left out of the figures is said", async () => {
  server(analytics({ totals: totalsOf({ privacy_opens: 80, robot_opens: 9, robot_clicks: 1 }) }));
  renderApp("/analytics");
  expect(await screen.findByText("80 opens by privacy proxies and 9 automated opens excluded.")).toBeTruthy();
  expect(screen.getByText("1 automated click excluded.")).toBeTruthy();
});

test("a recent campaign leads to its report", async () => {
  server(analytics());
  renderApp("/analytics");
  const link = await screen.findByRole("link", { name: "Against the feed" });
  expect(link.getAttribute("href")).toBe("/campaigns/1/9/report");
  expect(screen.getByText("42.9%")).toBeTruthy();
});

test("no rates are made up for a newsletter that does not track", async () => {
  const [first] = analytics().newsletters;
  if (!first) throw new Error("no newsletter");
  server(analytics({ newsletters: [{ ...first, tracking: "none" }] }));
  renderApp("/analytics");
  expect((await tile("Opens")).getByText("–")).toBeTruthy();
  expect(screen.getByText("“The Slow Web” doesn't track opens and clicks, so it has no rates.")).toBeTruthy();
  expect(screen.queryByText("41.7%")).toBeNull();
  expect(screen.queryByText("42.9%")).toBeNull();
});

test("a range without sends says so and leads to a longer one", async () => {
  const user = userEvent.setup();
  server(analytics({ totals: totalsOf({ sent: 0, campaigns: 0 }), newsletters: [], campaigns: [] }));
  renderApp("/analytics");
  expect(await screen.findByText("Nothing sent in the last 30 days")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show last year" }));
  expect(location.search).toBe("?range=1y");
});

test("without an answer there is no data, and another try", async () => {
  const user = userEvent.setup();
  let down = true;
  server(analytics(), {
    "GET /api/analytics": () => (down ? { status: 503, body: { detail: "Busy." } } : { body: analytics() }),
  });
  renderApp("/analytics");
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByText("No analytics data available")).toBeTruthy();
  down = false;
  await user.click(alert.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Total Emails Sent")).toBeTruthy();
});
