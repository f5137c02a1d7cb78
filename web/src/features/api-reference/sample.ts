import type { ApiDocument, Schema } from "@/api/document";
import { resolve } from "./schema";
import { say } from "./words";

const byFormat: Record<string, string> = {
  "date-time": "2026-12-01T08:00:00Z",
  date: "2026-12-01",
  email: "reader@example.org",
  uri: "https://example.org/",
  url: "https://example.org/",
  uuid: "0b5f2f0e-6f3c-4c62-9d5e-0d8f8c3f7a11",
};
const byName: [RegExp, string][] = [
  [/email|reply_to|^to$/, "reader@example.org"],
  [/domain|host/, "news.example.org"],
  [/url|href|link/, "https://example.org/"],
  [/subject|title/, say.againstTheFeed],
  [/from_prefix/, "hello"],
  [/time_zone|zone/, "Europe/Lisbon"],
  [/(^|_)at$/, "2026-12-01T08:00:00Z"],
  [/first_name/, say.ines],
  [/last_name/, say.okafor],
  [/name/, say.theSlowWeb],
];

const typeOf = (schema: Schema) =>
  Array.isArray(schema.type) ? schema.type.find((type) => type !== "null") : schema.type;

function sampleText(schema: Schema, name: string): string {
  const known = byFormat[schema.format ?? ""] ?? byName.find(([pattern]) => pattern.test(name))?.[1] ?? "text";
  return known.slice(0, schema.maxLength ?? known.length);
}

/** A body needs what is required; where nothing is, the first two fields show the manner. */
function sampleObject(document: ApiDocument, schema: Schema, depth: number): Record<string, unknown> {
  const all = Object.entries(schema.properties ?? {});
  const required = all.filter(([name]) => schema.required?.includes(name));
  const shown = required.length > 0 || depth > 0 ? required : all.slice(0, 2);
  return Object.fromEntries(shown.map(([name, property]) => [name, sample(document, property, name, depth + 1)]));
}

/** A value that a schema allows, as an example. Cycles end in null. */
export function sample(document: ApiDocument, given: Schema, name = "", depth = 0): unknown {
  const { schema } = resolve(document, given);
  const told = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (told !== undefined && told !== null) return told;
  if (depth > 5) return null;
  const choice = (schema.oneOf ?? schema.anyOf)?.find((one) => one.type !== "null");
  const own = schema.properties ? sampleObject(document, schema, depth) : {};
  if (choice) {
    const value = sample(document, choice, name, depth);
    return schema.properties && typeof value === "object" ? { ...own, ...value } : value;
  }
  if (schema.properties) return own;
  switch (typeOf(schema)) {
    case "array":
      return schema.items ? [sample(document, schema.items, name, depth + 1)] : [];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "string":
      return sampleText(schema, name);
    default:
      return {};
  }
}
