import { afterEach, expect, test } from "vitest";
import { fakeServer, session } from "@/testing/fake-server";
import { nextCursor, read, readPage, request, urlOf } from "./client";
import { parseEvent } from "./events";
import { messageOf } from "./problem";
import type { Answer } from "./schema";
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
  await expect(read(urlOf("/api/me"))).rejects.toMatchObject({
    message: "Not right.",
    status: 422,
    errors: [{ field: "name", message: "Blank." }],
  });
  await expect(read(urlOf("/api/overview"))).rejects.toThrow("HTTP 503: Service Unavailable");
  await expect(
    request("DELETE", urlOf("/api/newsletters/{newsletter_id}", { newsletter_id: 1 })),
  ).resolves.toBeUndefined();
  expect(messageOf("nothing")).toBe("An error occurred");
});

test("a server that cannot keep anything says so, and when to come back", async () => {
  const detail = "The server's disk answers with errors. Please try again in a moment.";
  const problem = { type: "about:blank", title: "Service Unavailable", status: 503, detail };
  fakeServer({ "PUT /api/me": () => ({ status: 503, body: problem, headers: { "Retry-After": "5" } }) });
  const refused = request("PUT", urlOf("/api/me"), { body: { name: "A" } });
  await expect(refused).rejects.toMatchObject({ message: detail, status: 503, retryAfter: 5, kind: null });
});

test("an address has its places filled and its query written, without what is empty", async () => {
  expect(urlOf("/api/me")).toBe("/api/me");
  const path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries";
  const filter = { state: "sent", q: "a b", limit: 50, event: "", cursor: null };
  expect(urlOf(path, { newsletter_id: 1, campaign_id: 2, ...filter })).toBe(
    "/api/newsletters/1/campaigns/2/deliveries?state=sent&q=a+b&limit=50",
  );
  const calls = fakeServer({ "GET /api/subscribers": () => ({ body: [] }) });
  await expect(read(urlOf("/api/subscribers", { q: "a" }))).resolves.toEqual([]);
  expect(calls).toHaveLength(1);
});

test("a wrong call does not compile", () => {
  const misuses = () => {
    const newsletter = urlOf("/api/newsletters/{newsletter_id}", { newsletter_id: 1 });
    // @ts-expect-error there is no such path
    urlOf("/api/secrets");
    // @ts-expect-error a place is left open
    urlOf("/api/newsletters/{newsletter_id}");
    // @ts-expect-error the list has no such parameter
    urlOf("/api/subscribers", { query: "a" });
    // @ts-expect-error an address is made, not written
    read("/api/newsletters/1/other");
    // @ts-expect-error a newsletter is changed by PUT
    request("POST", newsletter, { body: { name: "A" } });
    // @ts-expect-error a change needs something to change
    request("PUT", newsletter);
    // @ts-expect-error a newsletter has no title
    request("PUT", newsletter, { body: { title: "A" } });
    // @ts-expect-error a deletion takes no body
    request("DELETE", newsletter, { body: { name: "A" } });
    // @ts-expect-error one newsletter is no list
    readPage(newsletter);
    // @ts-expect-error what is read is a newsletter
    const campaign: Promise<Answer<"Campaign">> = read(newsletter);
    return campaign;
  };
  expect(misuses).toBeTypeOf("function");
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
  await expect(read(urlOf("/api/me"))).resolves.toEqual({ id: 7 });
  expect(calls.map((call) => call.path)).toEqual(["/api/auth/refresh", "/api/me", "/api/auth/refresh", "/api/me"]);
});

test("a second 401 is given up, and no bearer is sent once signed out", async () => {
  const calls = fakeServer({
    "POST /api/auth/refresh": () => ({ status: 401, body: { detail: "Gone." } }),
    "GET /api/me": () => ({ status: 401, body: { detail: "Sign in first." } }),
  });
  await expect(read(urlOf("/api/me"))).rejects.toThrow("Sign in first.");
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
  await expect(readPage(urlOf("/api/subscribers"))).resolves.toEqual({
    rows: [1],
    total: 41,
    capped: false,
    next: "abc=",
  });
  expect(nextCursor(null)).toBeNull();
});

test("server-sent events: name, data over several lines, comments", () => {
  expect(parseEvent("event: progress\ndata: {\ndata: }")).toEqual({ event: "progress", data: "{\n}" });
  expect(parseEvent(": still here")).toBeNull();
});
