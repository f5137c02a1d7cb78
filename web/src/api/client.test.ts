import { afterEach, expect, test } from "vitest";
import { fakeServer, session } from "@/testing/fake-server";
import { nextCursor, request, requestPage } from "./client";
import { fetchData } from "./data";
import { parseEvent } from "./events";
import { messageOf } from "./problem";
import { refresh, signOut } from "./session";

afterEach(() => signOut());

test("the message is the problem's detail, else the status, and field errors are kept", async () => {
  fakeServer({
    "GET /api/me": () => ({
      status: 422,
      body: { detail: "Not right.", errors: [{ field: "name", message: "Blank." }] },
    }),
    "GET /api/overview": () => ({ status: 503, statusText: "Service Unavailable", body: "nothing" }),
    "DELETE /api/newsletters/1": () => ({ status: 204 }),
  });
  await expect(request("GET", "/api/me")).rejects.toMatchObject({
    message: "Not right.",
    status: 422,
    errors: [{ field: "name", message: "Blank." }],
  });
  await expect(request("GET", "/api/overview")).rejects.toThrow("HTTP 503: Service Unavailable");
  await expect(request("DELETE", "/api/newsletters/1")).resolves.toBeUndefined();
  expect(messageOf("nothing")).toBe("An error occurred");
});

test("a server that cannot keep anything says so, and when to come back", async () => {
  const detail = "The server's disk answers with errors. Please try again in a moment.";
  const problem = { type: "about:blank", title: "Service Unavailable", status: 503, detail };
  fakeServer({ "PUT /api/me": () => ({ status: 503, body: problem, headers: { "Retry-After": "5" } }) });
  const refused = request("PUT", "/api/me", { body: { name: "A" } });
  await expect(refused).rejects.toMatchObject({ message: detail, status: 503, retryAfter: 5, kind: null });
});

test("the data layer reads known paths only", async () => {
  const calls = fakeServer({ "GET /api/subscribers": () => ({ body: [] }) });
  await expect(fetchData("/api/secrets?x=1")).rejects.toThrow("Unknown endpoint: /api/secrets?x=1");
  await expect(fetchData("/api/newsletters/1/other")).rejects.toThrow("Unknown endpoint: /api/newsletters/1/other");
  await expect(fetchData("/api/subscribers?q=a")).resolves.toEqual([]);
  expect(calls).toHaveLength(1);
});

test("many callers share one refresh", async () => {
  const calls = fakeServer({});
  await Promise.all([refresh(), refresh(), refresh()]);
  expect(calls.filter((call) => call.path === "/api/auth/refresh")).toHaveLength(1);
});

test("a 401 is answered by one refresh and one more try with the new token", async () => {
  let count = 0;
  const calls = fakeServer({
    "POST /api/auth/refresh": () => ({ body: session(`token-${++count}`) }),
    "GET /api/me": (call) =>
      call.headers.get("Authorization") === "Bearer token-2"
        ? { body: { id: 7 } }
        : { status: 401, body: { detail: "Old." } },
  });
  await refresh();
  await expect(request("GET", "/api/me")).resolves.toEqual({ id: 7 });
  expect(calls.map((call) => call.path)).toEqual(["/api/auth/refresh", "/api/me", "/api/auth/refresh", "/api/me"]);
});

test("a second 401 is given up, and no bearer is sent once signed out", async () => {
  const calls = fakeServer({
    "POST /api/auth/refresh": () => ({ status: 401, body: { detail: "Gone." } }),
    "GET /api/me": () => ({ status: 401, body: { detail: "Sign in first." } }),
  });
  await expect(request("GET", "/api/me")).rejects.toThrow("Sign in first.");
  expect(calls.filter((call) => call.path === "/api/me")).toHaveLength(1);
  expect(calls.some((call) => call.headers.has("Authorization"))).toBe(false);
});

test("a page carries its total and the next cursor", async () => {
  fakeServer({
    "GET /api/subscribers": () => ({
      body: [1],
      headers: { "X-Total-Count": "41", Link: '</api/subscribers?limit=1&cursor=abc%3D>; rel="next"' },
    }),
  });
  await expect(requestPage("/api/subscribers")).resolves.toEqual({ rows: [1], total: 41, capped: false, next: "abc=" });
  expect(nextCursor(null)).toBeNull();
});

test("server-sent events: name, data over several lines, comments", () => {
  expect(parseEvent("event: progress\ndata: {\ndata: }")).toEqual({ event: "progress", data: "{\n}" });
  expect(parseEvent(": still here")).toBeNull();
});
