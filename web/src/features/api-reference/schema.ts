import type { ApiDocument, Schema } from "@/api/document";
import { say } from "./words";

const PREFIX = "#/components/schemas/";
/** A document whose references only lead to each other would have no end. */
const MOST_STEPS = 8;

export interface Resolved {
  schema: Schema;
  /** The name it has in the document. */
  name: string | null;
}

const isNull = (schema: Schema) => schema.type === "null";

/** Parts of an allOf as one, later ones first where they disagree. */
function merged(document: ApiDocument, parts: Schema[], rest: Schema): Schema {
  const all = [...parts.map((part) => resolve(document, part).schema), rest];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => part.properties ?? {})),
    required: all.flatMap((part) => part.required ?? []),
  };
}

/** The schema behind references and allOf. What stands beside a reference wins. */
export function resolve(document: ApiDocument, given: Schema): Resolved {
  let schema = given;
  let name: string | null = null;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (schema.$ref?.startsWith(PREFIX)) {
      const { $ref, ...beside } = schema;
      name = $ref.slice(PREFIX.length);
      schema = { ...(document.components?.schemas?.[name] ?? {}), ...beside };
    } else if (schema.allOf) {
      const { allOf, ...rest } = schema;
      const only = allOf.length === 1 ? allOf[0]?.$ref : undefined;
      if (only?.startsWith(PREFIX)) name = only.slice(PREFIX.length);
      return { schema: merged(document, allOf, rest), name };
    } else break;
  }
  return { schema, name };
}

/** The choices of a oneOf without null. */
const choicesOf = (schema: Schema) => (schema.oneOf ?? schema.anyOf ?? []).filter((choice) => !isNull(choice));

/** Whether null is among what it may be. */
function mayBeNull(schema: Schema): boolean {
  return (
    (Array.isArray(schema.type) && schema.type.includes("null")) || (schema.oneOf ?? schema.anyOf ?? []).some(isNull)
  );
}

/** "X or null" is X for whoever looks inside. */
function unwrap(document: ApiDocument, given: Schema): Resolved {
  const resolved = resolve(document, given);
  const choices = choicesOf(resolved.schema);
  const only = choices[0];
  if (choices.length !== 1 || !only) return resolved;
  const { description } = resolved.schema;
  const inner = resolve(document, description === undefined ? only : { ...only, description });
  return { schema: inner.schema, name: inner.name };
}

const plainType = (schema: Schema) =>
  (Array.isArray(schema.type) ? schema.type : [schema.type ?? ""]).filter((type) => type !== "null" && type !== "");

/** A type in the words of this page: `Campaign[]`, `string (date-time)`, `map of number`, `A or B`. */
export function typeLabel(document: ApiDocument, given: Schema, depth = 0): string {
  const orNull = mayBeNull(resolve(document, given).schema) ? say.orNull : "";
  const { schema, name } = unwrap(document, given);
  return `${bareLabel(document, schema, name, depth)}${orNull}`;
}

function bareLabel(document: ApiDocument, schema: Schema, name: string | null, depth: number): string {
  if (depth > 4) return name ?? "any";
  const choices = choicesOf(schema);
  if (schema.items && plainType(schema).includes("array")) {
    const inner = typeLabel(document, schema.items, depth + 1);
    return inner.includes(" ") ? say.listOf(inner) : `${inner}[]`;
  }
  if (name && (schema.properties || choices.length > 0)) return name;
  if (choices.length > 0) return choices.map((choice) => typeLabel(document, choice, depth + 1)).join(" or ");
  if (typeof schema.additionalProperties === "object" && !schema.properties) {
    return say.mapOf(typeLabel(document, schema.additionalProperties, depth + 1));
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = plainType(schema).join(" or ") || (schema.properties ? "object" : schema.enum ? "string" : "any");
  return schema.format && !/^u?int|^double|^float/.test(schema.format) ? `${type} (${schema.format})` : type;
}

export interface Field {
  /** A property's name, or what tells one choice from the others. */
  name: string;
  required: boolean;
  schema: Schema;
  kind: "property" | "choice" | "any";
}

function choiceName(document: ApiDocument, choice: Schema, at: number): string {
  const { schema, name } = resolve(document, choice);
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    const fixed = value.const ?? (value.enum?.length === 1 ? value.enum[0] : undefined);
    if (typeof fixed === "string") return `${key}: ${fixed}`;
  }
  return schema.title ?? name ?? say.choiceAt(at + 1);
}

/** What is inside: an object's properties, a list's or map's entries, a choice's ways. Empty for plain values. */
export function fieldsOf(document: ApiDocument, given: Schema, depth = 0): Field[] {
  const { schema } = unwrap(document, given);
  if (schema.items && depth < MOST_STEPS) return fieldsOf(document, schema.items, depth + 1);
  const choices = choicesOf(schema);
  const inside: Field[] = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: schema.required?.includes(name) ?? false,
    kind: "property",
  }));
  const apart = choices.filter((choice) => fieldsOf(document, choice, depth + 1).length > 0);
  if (depth < MOST_STEPS && apart.length > 0) {
    choices.forEach((choice, at) => {
      inside.push({ name: choiceName(document, choice, at), schema: choice, required: false, kind: "choice" });
    });
  }
  if (typeof schema.additionalProperties === "object" && inside.length === 0 && depth < MOST_STEPS) {
    return fieldsOf(document, schema.additionalProperties, depth + 1);
  }
  return inside;
}

const between = (low: number | undefined, high: number | undefined, unit: string) => {
  const text = low !== undefined && high !== undefined ? say.lowToHigh(low, high) : "";
  const words = text || (high !== undefined ? say.atMost(high) : low !== undefined ? say.atLeast(low) : "");
  return words ? [`${words}${unit}`] : [];
};

/** Limits and defaults, each in a few words. */
export function limitsOf(document: ApiDocument, given: Schema): string[] {
  const { schema } = unwrap(document, given);
  return [
    ...between(schema.minimum, schema.maximum, ""),
    ...between(schema.minLength, schema.maxLength, " characters"),
    ...between(schema.minItems, schema.maxItems, " entries"),
    ...(schema.pattern ? [`matches ${schema.pattern}`] : []),
    ...(schema.default !== undefined && schema.default !== null ? [`default ${JSON.stringify(schema.default)}`] : []),
  ];
}

/** The values it may have, where they are counted out. */
export function valuesOf(document: ApiDocument, given: Schema): string[] {
  const { schema } = unwrap(document, given);
  const values = schema.enum ?? (schema.items ? unwrap(document, schema.items).schema.enum : undefined) ?? [];
  return values.filter((value) => value !== null).map((value) => JSON.stringify(value));
}

export const descriptionOf = (document: ApiDocument, given: Schema): string =>
  given.description ?? unwrap(document, given).schema.description ?? "";
