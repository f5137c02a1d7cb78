import { expect, expectTypeOf, test } from "vitest";
import { createClient, LetterpressError, type Schemas } from "./index.js";

interface Asked {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

type Reply = Response | Error | ((asked: Asked) => Response);

/** A client whose answers come from a list, and what was asked of it. */
function scripted(replies: Reply[], over: { retries?: number; baseUrl?: string } = {}) {
  const asked: Asked[] = [];
  const client = createClient({
    baseUrl: "https://news.example.org",
    apiKey: "lp_key",
    backoff: 0,
    ...over,
    fetch: async (input, init = {}) => {
      const call = {
        method: init.method ?? "GET",
        url: String(input),
        headers: new Headers(init.headers),
        body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
      };
      asked.push(call);
      const reply = replies.shift();
      if (reply === undefined) throw new Error("Asked more often than expected.");
      if (reply instanceof Error) throw reply;
      return typeof reply === "function" ? reply(call) : reply;
    },
  });
  return { client, asked };
}

const json = (body: unknown, init: ResponseInit = {}) => {
  const headers = new Headers({ "Content-Type": "application/json" });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  return new Response(JSON.stringify(body), { ...init, headers });
};
const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  json(body, { status, headers: { "Content-Type": "application/problem+json", ...headers } });

test("fills the path, writes the query and sends the key", async () => {
  const { client, asked } = scripted([json([])]);
  const rows = await client.get("/api/newsletters/{newsletter_id}/campaigns", {
    path: { newsletter_id: 7 },
    query: { limit: 5, cursor: "a b" },
  });
  expectTypeOf(rows).toEqualTypeOf<Schemas["Campaign"][]>();
  expect(asked[0]?.url).toBe("https://news.example.org/api/newsletters/7/campaigns?limit=5&cursor=a+b");
  expect(asked[0]?.headers.get("Authorization")).toBe("Bearer lp_key");
  expect(asked[0]?.headers.has("Idempotency-Key")).toBe(false);
});

test("a base below a path keeps it", async () => {
  const { client, asked } = scripted([json([])], { baseUrl: "https://example.org/news/" });
  await client.get("/api/newsletters");
  expect(asked[0]?.url).toBe("https://example.org/news/api/newsletters");
});

test("a missing id is refused before anything is sent", async () => {
  const { client, asked } = scripted([]);
  const path = { newsletter_id: undefined as unknown as number };
  await expect(client.get("/api/newsletters/{newsletter_id}/campaigns", { path })).rejects.toThrow(
    '"newsletter_id" is missing',
  );
  expect(asked).toEqual([]);
});

test("a POST keeps its idempotency key when it is made again", async () => {
  const created = json({ id: 1 }, { status: 201 });
  const { client, asked } = scripted([
    new TypeError("connection lost"),
    problem(503, {}, { "Retry-After": "0" }),
    created,
  ]);
  await client.post("/api/newsletters", { body: { name: "The Slow Web", from_name: "Desk", from_prefix: "slow" } });
  expect(asked).toHaveLength(3);
  expect(asked[0]?.body).toEqual({ name: "The Slow Web", from_name: "Desk", from_prefix: "slow" });
  const keys = new Set(asked.map((call) => call.headers.get("Idempotency-Key")));
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("an upload is made again under its key, and one's own key is passed on", async () => {
  const made = () => json({ id: 1 }, { status: 201 });
  const { client, asked } = scripted([problem(503, { detail: "Busy." }), made(), made()]);
  const form = new FormData();
  form.append("file", new Blob(["x"]), "x.png");
  await client.post("/api/media", { body: form });
  const [first, second] = asked.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(asked[0]?.headers.has("Content-Type")).toBe(false);
  await client.post("/api/newsletters", {
    body: { name: "n", from_name: "f", from_prefix: "p" },
    idempotencyKey: "mine",
  });
  expect(asked[2]?.headers.get("Idempotency-Key")).toBe("mine");
});

test("a refusal is an error with its fields", async () => {
  const errors = [{ field: "name", message: "Enter a name." }];
  const { client } = scripted([problem(422, { title: "Unprocessable", detail: "A field is not right.", errors })]);
  const error = await client
    .post("/api/newsletters", { body: { name: "", from_name: "f", from_prefix: "p" } })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(LetterpressError);
  const refusal = error as LetterpressError;
  expect([refusal.status, refusal.message, refusal.type]).toEqual([422, "A field is not right.", "about:blank"]);
  expect(refusal.fieldError("name")).toBe("Enter a name.");
  expect(refusal.fieldError("from_name")).toBeUndefined();
});

test("gives up after its retries and says when to come back", async () => {
  const busy = () => problem(429, { detail: "Too often." }, { "Retry-After": "0" });
  const { client, asked } = scripted([busy, busy, busy]);
  const error = (await client.get("/api/newsletters").catch((e: unknown) => e)) as LetterpressError;
  expect([error.status, error.retryAfter, asked.length]).toEqual([429, 0, 3]);
});

test("what a proxy answers in HTML is an error too", async () => {
  const { client } = scripted([new Response("<h1>no</h1>", { status: 502, statusText: "Bad Gateway" })]);
  await expect(client.get("/api/newsletters")).rejects.toThrow("Bad Gateway");
});

test("204 is nothing, and text stays text", async () => {
  const csv = new Response("email\n", { headers: { "Content-Type": "text/csv" } });
  const { client } = scripted([new Response(null, { status: 204 }), csv]);
  expect(await client.delete("/api/newsletters/{newsletter_id}", { path: { newsletter_id: 1 } })).toBeUndefined();
  const text = await client.get("/api/newsletters/{newsletter_id}/subscribers/export.csv", {
    path: { newsletter_id: 1 },
  });
  expectTypeOf(text).toEqualTypeOf<string>();
  expect(text).toBe("email\n");
});

test("follows the pages of a list to its end", async () => {
  const link = (cursor: string) => ({
    Link: `</api/newsletters>; rel="first", </api/newsletters?cursor=${cursor}>; rel="next"`,
  });
  const { client, asked } = scripted([
    json([{ id: 3 }, { id: 2 }], { headers: link("x%3D") }),
    json([], { headers: link("y") }),
    json([{ id: 1 }]),
  ]);
  const ids: number[] = [];
  for await (const newsletter of client.all("/api/newsletters", { query: { limit: 2 } })) {
    expectTypeOf(newsletter).toEqualTypeOf<Schemas["Newsletter"]>();
    ids.push(newsletter.id);
  }
  expect(ids).toEqual([3, 2, 1]);
  expect(asked.map((call) => call.url.replace(/^.*\?/, ""))).toEqual(["limit=2", "cursor=x%3D", "cursor=y"]);
});

test("a list inside an object has rows as well", async () => {
  const { client } = scripted([json({ templates: [{ id: 5, name: "Letter" }] })]);
  const names: string[] = [];
  for await (const template of client.all("/api/templates")) names.push(template.name);
  expect(names).toEqual(["Letter"]);
});

test("stops asking when the reader has enough, and never takes the key to another server", async () => {
  const elsewhere = { Link: '<https://elsewhere.example/api>; rel="next"' };
  const { client, asked } = scripted([
    json([{ id: 1 }], { headers: elsewhere }),
    json([{ id: 1 }], { headers: elsewhere }),
  ]);
  for await (const _ of client.all("/api/newsletters")) break;
  expect(asked).toHaveLength(1);
  const all = async () => {
    for await (const _ of client.all("/api/newsletters"));
  };
  await expect(all()).rejects.toThrow("another server");
  expect(asked).toHaveLength(2);
});

test("an aborted call is not made again", async () => {
  const stop = new AbortController();
  const { client, asked } = scripted([
    () => {
      stop.abort();
      throw stop.signal.reason;
    },
  ]);
  await expect(client.get("/api/newsletters", { signal: stop.signal })).rejects.toThrow("aborted");
  expect(asked).toHaveLength(1);
});
