import type { components, paths } from "./schema.gen.js";

/** Everything the API sends and takes, by name: `Schemas["Campaign"]`. */
export type Schemas = components["schemas"];
export type Method = "get" | "post" | "put" | "delete";

/** The paths that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P> = P extends keyof paths ? (paths[P] extends Record<M, infer O> ? O : never) : never;
type Parameters<O> = O extends { parameters: infer A } ? A : never;

/** Required where the call requires it, optional where it does not, absent where it knows none. */
type Place<A, Name extends string, As extends string> =
  A extends Record<Name, infer V>
    ? { [K in As]: V }
    : A extends { [K in Name]?: infer V }
      ? [NonNullable<V>] extends [never]
        ? unknown
        : { [K in As]?: NonNullable<V> }
      : unknown;

type Content<C> = C extends { "application/json": infer T }
  ? T
  : C extends { "multipart/form-data": unknown }
    ? FormData
    : string;

type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: Content<C> }
  : O extends { requestBody?: { content: infer C } }
    ? [C] extends [never]
      ? unknown
      : { body?: Content<C> }
    : unknown;

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal;
  /** For POST. The same key and body does nothing twice, for 24 hours. Made up when it is absent. */
  idempotencyKey?: string;
}

export type Options<M extends Method, P> = CallOptions &
  Place<Parameters<Operation<M, P>>, "path", "path"> &
  Place<Parameters<Operation<M, P>>, "query", "query"> &
  Body<Operation<M, P>>;

/** Options may be left out where nothing in them is required. */
export type Rest<M extends Method, P> =
  Record<never, never> extends Options<M, P> ? [options?: Options<M, P>] : [options: Options<M, P>];

type Good<R> = R extends Record<number, unknown> ? R[Extract<keyof R, 200 | 201 | 202 | 204>] : never;

/** What a call answers when it succeeds: the JSON, other text as it came, or nothing. */
export type Answer<M extends Method, P> =
  Operation<M, P> extends { responses: infer R }
    ? Good<R> extends infer G
      ? G extends { content: infer C }
        ? Content<C>
        : undefined
      : never
    : never;

/** One row of a list: of the list itself, or of the one list in an object. */
export type Row<A> = A extends readonly (infer R)[]
  ? R
  : A extends object
    ? Extract<A[keyof A], readonly unknown[]>[number]
    : never;
