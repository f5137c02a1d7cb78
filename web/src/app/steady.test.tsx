import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { domain, fakeServer, held, session, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

beforeEach(() => signOut());

const doctor = {
  version: "0.4.2",
  engine: "SQLite",
  checks: [{ name: "Database", ok: true, level: "ok", text: "It answers." }],
};

test.each([
  ["/domains", "GET /api/domains", [domain()], "Loading domains...", "DNS Configuration"],
  ["/templates", "GET /api/templates", { templates: [template()] }, "Loading templates...", "Template Editor"],
  ["/support", "GET /api/doctor", doctor, "Loading...", "Where to ask"],
])("%s: what stands below is not moved by what comes above it", async (path, call, body, waiting, below) => {
  const { answer, release } = held(body);
  const calls = fakeServer({
    "POST /api/auth/refresh": () => ({ body: session("token", { role: "admin" }) }),
    [call]: answer,
  });
  renderApp(path);
  // The page's own waiting, and not that for its code.
  await waitFor(() => expect(calls.some(({ method, path }) => `${method} ${path}` === call)).toBe(true));
  await screen.findByText(waiting);
  expect(screen.queryByRole("heading", { name: below })).toBeNull();
  await act(async () => release());
  expect(await screen.findByRole("heading", { name: below })).toBeTruthy();
});
