import type { ApiDocument, Parameter } from "@/api/document";
import type { Operation } from "./document";
import { resolve } from "./schema";
import { say } from "./words";

export const languages = ["curl", "python", "typescript"] as const;
export type Language = (typeof languages)[number];
export const languageNames: Record<Language, string> = { curl: "curl", python: say.python, typescript: "TypeScript" };

/** Everything an example says of a call. */
interface Parts {
  operation: Operation;
  base: string;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  json: unknown;
  /** Fields of a form, each a file. */
  form: string[] | null;
}

/** Ids are numbers; what else has no example is named, to be filled in. */
const exampleValue = ({ name, schema, example }: Parameter) =>
  example ?? (schema?.type === "integer" ? 1 : name.toUpperCase());

function partsOf(document: ApiDocument, operation: Operation, base: string): Parts {
  const values = (place: "path" | "query") =>
    Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === place && (place === "path" || one.required))
        .map((one) => [one.name, exampleValue(one)]),
    );
  const { body } = operation;
  const isForm = body?.type === "multipart/form-data";
  return {
    operation,
    base,
    path: values("path"),
    query: values("query"),
    json: body?.example,
    form: isForm ? (resolve(document, body.schema).schema.required ?? []) : null,
  };
}

const filled = ({ operation, path }: Parts) =>
  operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? name)));

function address(parts: Parts): string {
  const query = new URLSearchParams(
    Object.entries(parts.query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `${parts.base}${filled(parts)}${query ? `?${query}` : ""}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(parts: Parts): string {
  const { operation, json, form } = parts;
  const flags = `${operation.method === "GET" ? "" : `-X ${operation.method} `}${isStream(operation) ? "-N " : ""}`;
  const lines = [`curl ${flags}${quoted(address(parts))}`];
  if (!operation.isPublic) lines.push(`-H "Authorization: Bearer $LETTERPRESS_API_KEY"`);
  if (json !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json, null, 2))}`);
  }
  for (const name of form ?? []) lines.push(`-F ${quoted(`${name}=@${fileName(operation)}`)}`);
  return lines.join(" \\\n  ");
}

const fileName = ({ path }: Operation) => (path.endsWith("/import") ? "readers.csv" : "picture.png");

/** JSON as Python writes it. */
function pythonValue(value: unknown, indent: string): string {
  if (value === null || value === undefined) return say.none;
  if (typeof value === "boolean") return value ? say.trueIt : say.falseIt;
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const rows = Array.isArray(value)
    ? value.map((one) => pythonValue(one, deeper))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one, deeper)}`);
  return rows.length === 0
    ? `${open}${close}`
    : say.openDeeperRowNJoin(open, rows.map((row) => `${deeper}${row},\n`).join(""), indent, close);
}

function python(parts: Parts): string {
  const { operation, query, json, form } = parts;
  const rows = [JSON.stringify(`${parts.base}${filled(parts)}`)];
  if (!operation.isPublic) rows.push(`headers={"Authorization": f"Bearer {os.environ['LETTERPRESS_API_KEY']}"}`);
  if (Object.keys(query).length > 0) rows.push(`params=${pythonValue(query, "    ")}`);
  if (json !== undefined) rows.push(`json=${pythonValue(json, "    ")}`);
  if (form) {
    const files = form.map((name) => `"${name}": open("${fileName(operation)}", "rb")`);
    rows.push(`files={${files.join(", ")}}`);
  }
  rows.push(isStream(operation) ? "stream=True" : "timeout=30");
  return [
    ...(operation.isPublic ? [] : ["import os", ""]),
    "import requests",
    "",
    `answer = requests.${operation.method.toLowerCase()}(`,
    ...rows.map((row) => `    ${row},`),
    ")",
    "answer.raise_for_status()",
    ...pythonReading(operation),
  ].join("\n");
}

function pythonReading(operation: Operation): string[] {
  if (isStream(operation)) return ["for line in answer.iter_lines(decode_unicode=True):", "    print(line)"];
  if (givesJson(operation)) return ["print(answer.json())"];
  return givesText(operation) ? ["print(answer.text)"] : [];
}

const good = ({ answers }: Operation) => answers.find(({ status }) => status.startsWith("2"));
const givesJson = (operation: Operation) => good(operation)?.type === "application/json";
const isStream = (operation: Operation) => good(operation)?.type === "text/event-stream";
const givesText = (operation: Operation) => typeof good(operation)?.type === "string";

const key = (name: string) => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name));

/** JSON as TypeScript writes it. */
function scriptValue(value: unknown, indent = "  "): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const rows = Array.isArray(value)
    ? value.map((one) => scriptValue(one, deeper))
    : Object.entries(value).map(([name, one]) => `${key(name)}: ${scriptValue(one, deeper)}`);
  const short = `${open} ${rows.join(", ")} ${close}`;
  if (rows.length === 0) return `${open}${close}`;
  if (rows.length < 4 && short.length < 60 && !short.includes("\n"))
    return Array.isArray(value) ? `[${rows.join(", ")}]` : short;
  return say.openDeeperRowNJoin(open, rows.map((row) => `${deeper}${row},\n`).join(""), indent, close);
}

/** The options of a call, as the second argument of the client's methods. */
function scriptOptions({ path, query, json, form }: Parts): string {
  const rows = [
    ...(Object.keys(path).length > 0 ? [`path: ${scriptValue(path)}`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${scriptValue(query)}`] : []),
    ...(json === undefined ? [] : [`body: ${scriptValue(json)}`]),
    ...(form ? ["body: form"] : []),
  ];
  return rows.length > 0 ? `, {\n${rows.map((row) => `  ${row},\n`).join("")}}` : "";
}

function scriptForm({ operation, form }: Parts): string[] {
  if (!form) return [];
  return [
    "const form = new FormData();",
    ...form.map((name) => `form.append("${name}", file, "${fileName(operation)}");`),
    "",
  ];
}

function scriptCall(parts: Parts): string[] {
  const { operation } = parts;
  const call = (name: string) => `letterpress.${name}("${operation.path}"${scriptOptions(parts)})`;
  if (isStream(operation)) {
    return [
      `const stream = await letterpress.raw("${filled(parts)}");`,
      "for await (const part of stream.body ?? []) console.log(new TextDecoder().decode(part));",
    ];
  }
  if (operation.paged) return [`for await (const row of ${call("all")}) {`, "  console.log(row);", "}"];
  const made = `await ${call(operation.method.toLowerCase())};`;
  return [givesText(operation) ? `const answer = ${made}` : made];
}

function typescript(parts: Parts): string {
  const apiKey = parts.operation.isPublic ? "" : "\n  apiKey: process.env.LETTERPRESS_API_KEY,";
  return [
    'import { createClient } from "@letterpress/client";',
    "",
    `const letterpress = createClient({\n  baseUrl: "${parts.base}",${apiKey}\n});`,
    "",
    ...scriptForm(parts),
    ...scriptCall(parts),
  ].join("\n");
}

const writers: Record<Language, (parts: Parts) => string> = { curl, python, typescript };

/** The call in a language, ready to be pasted where LETTERPRESS_API_KEY is set. */
export const exampleOf = (document: ApiDocument, operation: Operation, language: Language, base: string): string =>
  writers[language](partsOf(document, operation, base));
