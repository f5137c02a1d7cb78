import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sections } from "@/guide/outline";

interface Said {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  errors?: { field: string; code: string; message: string }[];
}

const GUIDE = "../docs/guide";
const document = JSON.parse(readFileSync("../api/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  components: { schemas: { ProblemCode: { enum: string[] } } };
};
const codes = [...document.components.schemas.ProblemCode.enum].sort();
const guide = readFileSync(`${GUIDE}/api.md`, "utf8");

/** The status of each code, as the table of the API's page has it. */
const statusOf = new Map(
  [...guide.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)].flatMap(([, status, names = ""]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, code = ""]) => [code, Number(status)] as const),
  ),
);

const pages = new Map(
  readdirSync(`${GUIDE}/errors`).map((file) => [
    file.replace(/\.md$/, ""),
    readFileSync(`${GUIDE}/errors/${file}`, "utf8"),
  ]),
);

test("every code of a problem has its page, and every page its code", () => {
  expect([...pages.keys()].sort()).toEqual(codes);
  expect([...statusOf.keys()].sort()).toEqual(codes);
});

test("a page's answer has its code, the status that belongs to it, and fields with 422 alone", () => {
  for (const [code, text] of pages) {
    expect(text.split("\n")[0]).toBe(`# ${code}`);
    const said = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? "null") as Said;
    expect(said, code).toMatchObject({ code, status: statusOf.get(code), detail: expect.stringMatching(/./) });
    if (said.errors) expect(said.detail).toBe(said.errors.map(({ message }) => message).join(" "));
    expect(said.errors !== undefined, code).toBe(code === "invalid_fields");
  }
});

test("what a page says answers with a code is a call of the document, which knows the status", () => {
  const wrong: string[] = [];
  for (const [code, text] of pages) {
    const todo = text.indexOf("**What to do.**");
    for (const { 1: method = "", 2: path = "", index } of text.matchAll(/`([A-Z]+) ((?:\/api|…)\/[^`?]*)[^`]*`/g)) {
      const call = document.paths[path.replace("…", "/api/newsletters/{newsletter_id}")]?.[method.toLowerCase()];
      const told = index > todo || String(statusOf.get(code)) in (call?.responses ?? {});
      if (!call || !told) wrong.push(`${code}: ${method} ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("one page leads to all of them, by status", () => {
  const list = sections(readFileSync(`${GUIDE}/errors.md`, "utf8"));
  for (const code of codes) {
    const under = list
      .filter(({ body }) => new RegExp(`\\b${code}:`).test(body))
      .map(({ text }) => Number(text.slice(0, 3)));
    expect(under, code).toEqual([statusOf.get(code)]);
  }
});
