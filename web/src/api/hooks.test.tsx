import { render, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { expect, test, vi } from "vitest";
import { fakeServer } from "@/testing/fake-server";
import { urlOf } from "./client";
import { swrDefaults, useData } from "./hooks";

function Both() {
  useData(urlOf("/api/overview"));
  useData(urlOf("/api/installation"));
  return null;
}

test("what is refused for what it asks is asked for once, what may pass again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const calls = fakeServer({
    "GET /api/overview": () => ({ status: 404 }),
    "GET /api/installation": () => ({ status: 503 }),
  });
  render(
    <SWRConfig value={{ ...swrDefaults, provider: () => new Map(), errorRetryInterval: 1 }}>
      <Both />
    </SWRConfig>,
  );
  const asked = (path: string) => calls.filter((call) => call.path === path).length;
  await waitFor(() => expect(asked("/api/installation")).toBeGreaterThan(1));
  expect(asked("/api/overview")).toBe(1);
});
