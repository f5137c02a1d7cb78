import type { components, paths } from "./schema.gen";

/** What the server's document says, as types: of its parts by name, and of each call by its path and method. */

type Schemas = components["schemas"];

type With<Name extends keyof Schemas, Fields> = Omit<Schemas[Name], keyof Fields> & Fields;

/** Where the document says less than the server does. A line goes when its schema says the same. */
interface Repairs {
  /** What a body may leave out an answer has. */
  AbVariant: Required<Schemas["AbVariant"]>;
}

interface BodyRepairs {
  /** The editor's blocks have names for what the document calls anything. */
  Block: Pick<Schemas["Block"], "type">;
  /** The browser's own JSON of a passkey, which goes to the server as it is. */
  NewPasskey: With<"NewPasskey", { credential: unknown }>;
  PasskeySignIn: With<"PasskeySignIn", { credential: unknown }>;
}

/** The options of passkeys have the browser's shapes, and another one at each of the two calls. */
type Ceremony<Options> = With<"PasskeyOptions", { options: Options }>;
interface AnswerRepairs {
  "/api/auth/passkey/options": Ceremony<PublicKeyCredentialRequestOptionsJSON>;
  "/api/me/passkeys/options": Ceremony<PublicKeyCredentialCreationOptionsJSON>;
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type RepairOf<T, Known> = {
  [Name in keyof Known & keyof Schemas]: Same<T, Schemas[Name]> extends true ? Known[Name] : never;
}[keyof Known & keyof Schemas];

/** The same with every schema in it that has a repair repaired. */
type Repaired<T, Known> = unknown extends T
  ? T
  : T extends object
    ? T extends readonly (infer Item)[]
      ? Repaired<Item, Known>[]
      : [RepairOf<T, Known>] extends [never]
        ? { [Key in keyof T]: Repaired<T[Key], Known> }
        : RepairOf<T, Known>
    : T;

/** A schema as answers have it. */
export type Answer<Name extends keyof Schemas> = Repaired<Schemas[Name], Repairs>;
/** A schema as bodies have it. */
export type Body<Name extends keyof Schemas> = Repaired<Schemas[Name], BodyRepairs>;

export type Path = keyof paths;
export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Operation<M extends Method, P extends Path> = paths[P][Lowercase<M>];
/** The paths that have the method. */
export type PathOf<M extends Method> = {
  [P in Path]: Operation<M, P> extends { responses: unknown } ? P : never;
}[Path];

type Json<T> = T extends { content: { "application/json": infer Content } } ? Content : undefined;
type Success<T> = T extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202 | 204)]
  : never;

/** What a call answers when all is well; undefined where its answer is empty. */
export type AnswerOf<M extends Method, P extends Path> = P extends keyof AnswerRepairs
  ? AnswerRepairs[P]
  : Repaired<Json<Success<Operation<M, P>>>, Repairs>;

type ContentOf<M extends Method, P extends Path> =
  Operation<M, P> extends { requestBody?: infer Request }
    ? NonNullable<Request> extends { content: infer Content }
      ? Content
      : never
    : never;

/** The JSON that a call takes; never where it takes none. */
export type BodyOf<M extends Method, P extends Path> =
  ContentOf<M, P> extends { "application/json": infer Content } ? Repaired<Content, BodyRepairs> : never;

/** The parts of a form with a file. */
export type FormOf<P extends Path> =
  ContentOf<"POST", P> extends { "multipart/form-data": infer Form }
    ? { [Part in keyof Form]: Part extends "file" ? File : Form[Part] }
    : never;

type InPath<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: number | string } & InPath<Rest>
  : unknown;
type QueryOfOperation<T> = T extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;
/** Text where the page's address is asked for a number; what is empty is left out. */
type InQuery<T> = T | (T extends number ? string : never) | "" | null;
/** The query parameters of a path. */
export type QueryOf<P extends Path> =
  QueryOfOperation<paths[P][keyof paths[P]]> extends infer Query
    ? [Query] extends [never]
      ? unknown
      : { [Key in keyof Query]: InQuery<Query[Key]> }
    : never;
/** What fills the places of a path, and its query. */
export type ValuesOf<P extends Path> = InPath<P> & QueryOf<P>;
