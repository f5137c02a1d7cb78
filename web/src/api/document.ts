import useSWR from "swr";
import { send } from "./client";
import { keepAhead } from "./hooks";
import { contentOf } from "./response";

/** What this page reads of an OpenAPI 3.1 document; nothing else of it is needed. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

export type Content = Record<string, { schema?: Schema; example?: unknown }>;

interface RawAnswer {
  description?: string;
  content?: Content;
  headers?: Record<string, { description?: string; schema?: Schema }>;
}

export interface RawOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; description?: string; content?: Content };
  responses?: Record<string, RawAnswer>;
  security?: Record<string, string[]>[];
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  /** What the server posts to receivers, by the event's name. */
  webhooks?: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

const DOCUMENT = "/api/openapi.json";
const readDocument = async (): Promise<ApiDocument> => contentOf(await send("GET", DOCUMENT));

/** The server's description of its API: the one answer that it does not describe itself. */
export const useApiDocument = () => useSWR<ApiDocument, Error>(DOCUMENT, readDocument, { revalidateIfStale: false });
export const apiDocumentAhead = () => keepAhead(DOCUMENT, readDocument);
