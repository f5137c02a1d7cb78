import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { dnsRecord, domain, fakeServer } from "@/testing/fake-server";
import { passUntil, passUntilStill } from "@/testing/false-time";
import { renderApp } from "@/testing/render-app";

// In a file of its own: the app's clocks go on with the false time for as long as its modules live.
afterEach(() => {
  vi.useRealTimers();
  return signOut();
});

test("records tick while one watches, and nobody is asked once they are there", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const records = (...found: boolean[]) =>
    found.map((one, id) => dnsRecord({ id, name: `${id}.example.org`, status: one ? "found" : "missing" }));
  const looks = [
    { domain: domain(), dns_records: records(true, false) },
    { domain: domain({ verification_status: "verified" }), dns_records: records(true, true) },
  ];
  let now = { domain: domain(), dns_records: records(false, false) };
  const calls = fakeServer({
    "GET /api/domains": () => ({ body: [now.domain] }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: now.dns_records } }),
    "POST /api/domains/3/verify": () => {
      now = looks.shift() ?? now;
      return { body: now };
    },
  });
  const asked = () => calls.filter(({ method }) => method === "POST").filter(({ path }) => path.endsWith("/verify"));
  renderApp("/domains?domain=3");
  const details = within(await screen.findByRole("dialog", { name: "news.example.org" }));
  expect((await details.findByText(/of 2 records found/)).textContent).toMatch(/^0 of 2 records found\. We check/);
  await passUntil(() => details.queryByText(/^1 of 2 records found/) !== null);
  expect((await details.findByText(/^1 of 2 records found/)).textContent).toMatch(/We check every 10 seconds/);
  expect(details.getAllByText("Found")).toHaveLength(1);
  await passUntil(() => details.queryByText(/^2 of 2 records found/) !== null);
  expect((await details.findByText(/^2 of 2 records found/)).textContent).toBe("2 of 2 records found");
  expect(await screen.findByText("news.example.org is verified")).toBeTruthy();
  await passUntilStill(() => asked().length, 60_000);
});
