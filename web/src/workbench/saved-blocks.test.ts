import { beforeEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { Refused } from "@/editor/host";
import { createBlock } from "@/email";
import { fakeServer } from "@/testing/fake-server";
import { savedBlocks } from "./saved-blocks";

beforeEach(() => signOut());

const block = createBlock("text");
const stored = (id: number, name: string, what: unknown = block) => ({
  id,
  name,
  block: what,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
});

test("a page that ends early leads on", async () => {
  fakeServer({
    "GET /api/saved-blocks": ({ query }) =>
      query.has("cursor")
        ? { body: [stored(1, "One")] }
        : { body: [stored(2, "Two")], headers: { Link: '</api/saved-blocks?limit=200&cursor=c2>; rel="next"' } },
  });
  expect((await savedBlocks.list()).map(({ name }) => name)).toEqual(["Two", "One"]);
});

test("all are read at once; what this version does not know is left out", async () => {
  const calls = fakeServer({
    "GET /api/saved-blocks": () => ({
      body: [stored(2, "Two"), stored(3, "New", { type: "marquee" }), stored(1, "One")],
    }),
  });
  expect(await savedBlocks.list()).toMatchObject([
    { id: "2", name: "Two", block: { type: "text" } },
    { id: "1", name: "One" },
  ]);
  expect(calls.find(({ path }) => path === "/api/saved-blocks")?.query.get("limit")).toBe("200");
});

test("one is added under a key, renamed and deleted", async () => {
  const calls = fakeServer({
    "POST /api/saved-blocks": () => ({ status: 201, body: stored(7, "Mine") }),
    "PUT /api/saved-blocks/7": () => ({ body: stored(7, "Yours") }),
    "DELETE /api/saved-blocks/7": () => ({ status: 204 }),
  });
  expect(await savedBlocks.add("Mine", block, "key")).toEqual({ id: "7", name: "Mine" });
  await savedBlocks.rename("7", "Yours");
  await savedBlocks.remove("7");
  const sent = calls.filter(({ path }) => path.startsWith("/api/saved-blocks"));
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ["POST", { name: "Mine", block }],
    ["PUT", { name: "Yours" }],
    ["DELETE", undefined],
  ]);
  expect(sent[0]?.headers.get("Idempotency-Key")).toBe("key");
});

test("a refusal is told in the server's words; one for the time being is none", async () => {
  const errors = [{ field: "block", message: "The block is too large." }];
  fakeServer({
    "POST /api/saved-blocks": () => ({ status: 422, body: { detail: "Some fields are wrong.", errors } }),
    "PUT /api/saved-blocks/7": () => ({ status: 429, body: { detail: "Later." }, headers: { "Retry-After": "1" } }),
  });
  await expect(savedBlocks.add("A", block, "key")).rejects.toThrow(new Refused("The block is too large."));
  const later: unknown = await savedBlocks.rename("7", "B").catch((error: unknown) => error);
  expect(later).toMatchObject({ message: "Later." });
  expect(later).not.toBeInstanceOf(Refused);
});

test("what another tab deleted is deleted", async () => {
  fakeServer({});
  await expect(savedBlocks.remove("9")).resolves.toBeUndefined();
});
