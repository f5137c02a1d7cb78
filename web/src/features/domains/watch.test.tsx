import { screen } from "@testing-library/react";
import { afterEach, test, vi } from "vitest";
import type { Domain } from "@/api/domains";
import { signOut } from "@/api/session";
import { domain, fakeServer } from "@/testing/fake-server";
import { passUntil, passUntilStill } from "@/testing/false-time";
import { renderApp } from "@/testing/render-app";

// In a file of its own: the app's clocks go on with the false time for as long as its modules live.
afterEach(() => {
  vi.useRealTimers();
  return signOut();
});

test("the list is read again while a domain is on its way, and no longer", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let verification_status: Domain["verification_status"] = "verifying";
  const calls = fakeServer({ "GET /api/domains": () => ({ body: [domain({ verification_status })] }) });
  const reads = () => calls.filter((call) => call.path === "/api/domains").length;
  renderApp("/domains");
  await screen.findByText("Verifying");
  await passUntil(() => reads() > 1);
  verification_status = "active";
  await passUntil(() => screen.queryByText("Active") !== null);
  await passUntilStill(reads, 30_000);
});
