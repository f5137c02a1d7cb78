import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { DomainMetrics } from "@/api/domains";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, domain, domainWindow, fakeServer } from "@/testing/fake-server";
import { passUntil, passUntilStill } from "@/testing/false-time";
import { renderApp } from "@/testing/render-app";

afterEach(() => {
  vi.useRealTimers();
  return signOut();
});

const quiet = [1, 24, 168].map((hours) => domainWindow({ hours }));
const busy = [
  domainWindow({ hours: 1 }),
  domainWindow({ hours: 24, sent: 2000, bounced: 101, bounce_rate: 5.05, complained: 5, complaint_rate: 0.25 }),
  domainWindow({ hours: 168, sent: 12_000, bounced: 600, bounce_rate: 5, complained: 36, complaint_rate: 0.3 }),
];

const metrics = (over: Partial<DomainMetrics> = {}): DomainMetrics => ({
  risk: null,
  max_bounce_rate: 5,
  max_complaint_rate: 0.3,
  windows: quiet,
  providers: [],
  ...over,
});

function open(answer: () => Answer, shown = domain()) {
  const calls = fakeServer({
    "GET /api/domains": () => ({ body: [shown] }),
    "GET /api/domains/3": () => ({ body: shown }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: [] } }),
    "GET /api/domains/3/metrics": answer,
  });
  renderApp("/domains?domain=3");
  return () => calls.filter((call) => call.path === "/api/domains/3/metrics").length;
}

const section = async () => within(await screen.findByRole("region", { name: "Recent bounces and complaints" }));
const cellsOf = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);

test("the last hour, day and week stand beside their limits, and what passes one is marked", async () => {
  open(() => ({ body: metrics({ windows: busy, risk: "5.1 % of the emails bounced." }) }));
  const shown = await section();
  const [head, hour, day, week] = await shown.findAllByRole("row");
  expect(cellsOf(head)).toEqual(["Period", "Sent", "Bounce ratelimit 5%", "Complaint ratelimit 0.3%"]);
  expect(cellsOf(hour)).toEqual(["Last hour", "0", "–no rate", "–no rate"]);
  // Bounces are too many above their limit, complaints from theirs on.
  expect(cellsOf(day)).toEqual(["Last day", "2,000", "past the limit:5.05%", "0.25%"]);
  expect(cellsOf(week)).toEqual(["Last week", "12,000", "5.00%", "past the limit:0.30%"]);
  expect(shown.getByRole("alert").textContent).toBe("5.1 % of the emails bounced.");
  await expectAccessible(screen.getByRole("dialog"));
});

test("providers follow with rows of their own, the rest when asked for", async () => {
  const providers = ["google.com", "outlook.com", "yahoodns.net", "icloud.com", "gmx.net"];
  open(() => ({
    body: metrics({ windows: busy, providers: providers.map((provider) => ({ provider, windows: busy })) }),
  }));
  const shown = await section();
  expect(await shown.findByRole("rowheader", { name: "All providers" })).toBeTruthy();
  expect(shown.getByRole("rowheader", { name: "google.com" })).toBeTruthy();
  expect(shown.getAllByRole("rowheader", { name: "Last day" })).toHaveLength(4);
  expect(shown.queryByRole("rowheader", { name: "gmx.net" })).toBeNull();
  await userEvent.click(shown.getByRole("button", { name: "Show 2 more providers" }));
  expect(shown.getByRole("rowheader", { name: "gmx.net" })).toBeTruthy();
  expect(shown.queryByRole("button", { name: /^Show/ })).toBeNull();
});

test("a domain from which nothing left has no rates, and nobody calls it healthy", async () => {
  open(() => ({ body: metrics() }), domain({ metrics_sent: 0 }));
  const shown = await section();
  expect(await shown.findByText("No email sent from this domain in the last week.")).toBeTruthy();
  expect(shown.queryByRole("table")).toBeNull();
  expect(screen.getByText(/^No email sent since .*, so no rates yet\.$/)).toBeTruthy();
  expect(screen.getByText("No figures yet")).toBeTruthy();
  expect(screen.queryByText("Healthy")).toBeNull();
});

test("figures that cannot be read are told, and come with another try", async () => {
  let answer: Answer = { status: 503, body: { detail: "The database isn't answering. Try again." } };
  open(() => answer);
  const shown = await section();
  expect((await shown.findByRole("alert")).textContent).toContain("The database isn't answering.");
  answer = { body: metrics({ windows: busy }) };
  await userEvent.click(shown.getByRole("button", { name: "Try Again" }));
  expect(await shown.findByText("12,000")).toBeTruthy();
  await waitFor(() => expect(shown.queryByRole("alert")).toBeNull());
});

test("the figures move while the dialog is open, and are not asked for afterwards", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let windows = quiet;
  const reads = open(() => ({ body: metrics({ windows }) }));
  const shown = await section();
  await shown.findByText("No email sent from this domain in the last week.");
  windows = busy;
  await passUntil(() => shown.queryByText("12,000") !== null);
  const dialog = within(screen.getByRole("dialog", { name: "news.example.org" }));
  dialog.getByRole("button", { name: "Close" }).click();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await passUntilStill(reads, 130_000);
});
