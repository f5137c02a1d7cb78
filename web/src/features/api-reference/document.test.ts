import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ApiDocument, Schema } from "@/api/document";
import { byTag, operationsOf } from "./document";
import { exampleOf, languages } from "./examples";
import { fieldsOf, limitsOf, resolve, typeLabel, valuesOf } from "./schema";
import { canTry } from "./try";

const real = JSON.parse(readFileSync("../api/openapi.json", "utf8")) as ApiDocument;
const operations = operationsOf(real);
const operation = (id: string) => {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`The document has no ${id}.`);
  return found;
};

const withSchemas = (schemas: Record<string, Schema>): ApiDocument => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {},
  components: { schemas },
});
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test("every call of the document is listed once, under its tag", () => {
  const items = [...Object.values(real.paths), ...Object.values(real.webhooks ?? {})];
  const count = items.flatMap((item) => Object.keys(item)).length;
  expect(operations).toHaveLength(count);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(count);
  const groups = byTag(operations, real.tags, "");
  expect(groups.flatMap((group) => group.operations)).toHaveLength(count);
  expect(groups.filter(({ description }) => description === "")).toEqual([]);
});

test("what a receiver gets stands with the calls about webhooks, and is no call", () => {
  const webhooks = byTag(operations, real.tags, "event").find(({ tag }) => tag === "webhooks");
  const opened = webhooks?.operations.find(({ path }) => path === "email.opened");
  expect(opened).toMatchObject({ method: "EVENT", body: { example: { type: "email.opened" } } });
  expect(opened && canTry(opened)).toBe(false);
});

test("bodies and answers in JSON have the document's examples", () => {
  for (const { id, body, answers } of operations) {
    for (const one of [body, ...answers.filter(({ status }) => status.startsWith("2"))]) {
      if (one?.type === "application/json") expect(one.example, id).toBeDefined();
    }
  }
});

test("the filter wants every word, in path, method or summary", () => {
  const found = byTag(operations, real.tags, "post subscribers bulk").flatMap((group) => group.operations);
  expect(found.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/newsletters/{newsletter_id}/subscribers/bulk",
  ]);
  expect(byTag(operations, real.tags, "no such call")).toEqual([]);
});

test("access is read from the document: public, scopes, session", () => {
  const of = (security: Record<string, string[]>[] | undefined) => {
    const [one] = operationsOf({ ...withSchemas({}), paths: { "/x": { get: { ...(security ? { security } : {}) } } } });
    return [one?.isPublic, one?.scopes];
  };
  expect(of(undefined)).toEqual([false, []]);
  expect(of([{}])).toEqual([true, []]);
  expect(of([{ bearer: ["read"] }, { bearer: ["subscribers:write"] }])).toEqual([false, ["read", "subscribers:write"]]);
  expect(of([{ session: [] }])).toEqual([false, ["session"]]);
});

test("a summary is one sentence; the rest is description", () => {
  const [one] = operationsOf({
    ...withSchemas({}),
    paths: { "/x": { get: { summary: "Sends a `thing`. It may be late.", description: "More." } } },
  });
  expect([one?.summary, one?.description]).toEqual(["Sends a thing", "It may be late.\n\nMore."]);
});

test("types are said in words", () => {
  const document = withSchemas({
    Reader: { type: "object", properties: { id: { type: "integer" } } },
    State: { type: "string", enum: ["on", "off"] },
  });
  const label = (schema: Schema) => typeLabel(document, schema);
  expect(label({ type: ["string", "null"], format: "date-time" })).toBe("string (date-time) or null");
  expect(label({ oneOf: [{ type: "null" }, ref("Reader")] })).toBe("Reader or null");
  expect(label({ type: "array", items: ref("Reader") })).toBe("Reader[]");
  expect(label({ type: ["array", "null"], items: { type: ["string", "null"] } })).toBe(
    "list of string or null or null",
  );
  expect(label({ type: "object", additionalProperties: { type: "integer", format: "int64" } })).toBe("map of integer");
  expect(label({ oneOf: [{ type: "string" }, { type: "integer" }] })).toBe("string or integer");
  expect(label(ref("State"))).toBe("string");
  expect(valuesOf(document, { oneOf: [{ type: "null" }, ref("State")] })).toEqual(['"on"', '"off"']);
  expect(limitsOf(document, { type: "string", minLength: 1, maxLength: 9, default: "a" })).toEqual([
    "1 to 9 characters",
    'default "a"',
  ]);
});

test("references, parts and choices are followed, and schemas that hold themselves have an end", () => {
  const document = withSchemas({
    Base: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
    Block: {
      allOf: [ref("Base"), { type: "object", properties: { columns: { type: "array", items: ref("Block") } } }],
    },
    Loop: ref("Loop"),
    Any: {
      oneOf: [
        { type: "object", required: ["kind"], properties: { kind: { type: "string", enum: ["a"] } } },
        { type: "object", title: "The other", properties: { x: { type: "string" } } },
      ],
    },
  });
  const names = (schema: Schema) =>
    fieldsOf(document, schema).map(({ name, required }) => (required ? `${name}!` : name));
  expect(names(ref("Block"))).toEqual(["id!", "columns"]);
  const [, columns] = fieldsOf(document, ref("Block"));
  expect(columns && names(columns.schema)).toEqual(["id!", "columns"]);
  expect(names(ref("Any"))).toEqual(["kind: a", "The other"]);
  expect(resolve(document, ref("Loop")).name).toBe("Loop");
});

test("every field of every call can be opened, however deep", () => {
  for (const { body, answers, id } of operations) {
    for (const schema of [body?.schema, ...answers.map((answer) => answer.schema)]) {
      let level = schema ? fieldsOf(real, schema) : [];
      for (let depth = 0; depth < 4; depth += 1) {
        for (const field of level) expect(typeLabel(real, field.schema), `${id} ${field.name}`).not.toBe("");
        level = level.flatMap((field) => fieldsOf(real, field.schema)).slice(0, 60);
      }
    }
  }
});

test("every call has an example in each language", () => {
  for (const one of operations.filter(({ method }) => method !== "EVENT")) {
    for (const language of languages) {
      const code = exampleOf(real, one, language, "https://news.example.org");
      expect(code, `${one.id} in ${language}`).toContain(one.path.split("{")[0]);
      expect(code).not.toContain("undefined");
      expect(code.includes("LETTERPRESS_API_KEY"), one.id).toBe(!one.isPublic);
    }
  }
});

test("examples say a call the way each language does", () => {
  const base = "https://news.example.org";
  expect(exampleOf(real, operation("create_subscriber"), "curl", base)).toBe(
    [
      "curl -X POST 'https://news.example.org/api/newsletters/1/subscribers' \\",
      '  -H "Authorization: Bearer $LETTERPRESS_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '${JSON.stringify(operation("create_subscriber").body?.example, null, 2)}'`,
    ].join("\n"),
  );
  expect(exampleOf(real, operation("create_subscriber"), "python", base)).toContain(
    'requests.post(\n    "https://news.example.org/api/newsletters/1/subscribers",',
  );
  const typed = exampleOf(real, operation("list_subscribers"), "typescript", base);
  expect(typed).toContain(
    'for await (const row of letterpress.all("/api/newsletters/{newsletter_id}/subscribers", {\n  path: { newsletter_id: 1 },',
  );
  const stream = languages.map((language) => exampleOf(real, operation("get_campaign_progress"), language, base));
  expect(stream[0]).toContain("curl -N '");
  expect(stream[1]).toContain("answer.iter_lines(");
  expect(stream[2]).toContain('letterpress.raw("/api/newsletters/1/campaigns/1/progress")');
});
