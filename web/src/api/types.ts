/**
 * The shapes the server answers with, by the names the dashboard uses. They are the server's own, from
 * schema.gen.ts; what stands here in words is what its document leaves open.
 */

import type { components } from "./schema.gen";

export * from "./campaign-types";

type Schemas = components["schemas"];
/** An answer: the document calls what may be null optional, but the server never leaves a field out. */
export type Answer<Name extends keyof Schemas> = Required<Schemas[Name]>;
/** What the body of a call may hold. */
export type Body<Name extends keyof Schemas> = Schemas[Name];

export type Id = number;
/** RFC 3339 in UTC. */
export type Timestamp = Schemas["Timestamp"];

export type Author = Answer<"Author">;
export type Session = Omit<Answer<"Session">, "author"> & { author: Author };

export type FieldError = Schemas["FieldError"];
/** Partial, for a proxy in between may answer anything. */
export type Problem = Partial<Schemas["ProblemBody"]>;

export type InDoubtPolicy = Schemas["InDoubtPolicy"];
export type SubscriberCounts = Schemas["SubscriberCounts"];
export type Newsletter = Answer<"Newsletter">;
export type NewsletterInput = Body<"CreateNewsletter">;
export type NewsletterPatch = Body<"UpdateNewsletter">;

/** The state of a reader is one of the counts; the document has it under the name an import's state has too. */
export type SubscriberStatus = Exclude<keyof SubscriberCounts, "total">;
/** The document knows them as an object only. */
type Attributes = Record<string, string | number | boolean | null>;
export type Subscriber = Omit<Answer<"Subscriber">, "status" | "attributes"> & {
  status: SubscriberStatus;
  attributes: Attributes;
};
export type SubscriberInput = Omit<Body<"CreateSubscriber">, "attributes"> & { attributes?: Attributes | null };
export type SubscriberPatch = Omit<Body<"UpdateSubscriber">, "status" | "attributes"> & {
  status?: SubscriberStatus;
  attributes?: Attributes | null;
};
export type SubscriberStats = Schemas["Stats"];
export type BulkInput = Omit<Body<"BulkSubscribers">, "filter"> & {
  filter?: { q?: string; status?: SubscriberStatus };
};
export type BulkResult = Schemas["BulkResult"];

export type ImportStatus = "queued" | "running" | "done" | "failed" | "cancelled";
/** What a word of a file says of the readers who have it. */
export type StatusAnswer = SubscriberStatus | "skip";
export type Import = Omit<Answer<"Import">, "mapping" | "status" | "status_map"> & {
  mapping: Record<string, string | null>;
  status_map: Record<string, StatusAnswer>;
  status: ImportStatus;
};

export type Header = Schemas["HeaderLine"];
export type NewsletterAnalytics = Schemas["NewsletterAnalytics"];
export type CampaignAnalytics = Schemas["CampaignAnalytics"];

export type Day = Schemas["OverviewDay"];
export type ActivityKind = Schemas["Activity"]["kind"];
export type Activity = Answer<"Activity">;
export type Overview = Omit<Schemas["Overview"], "recent_activity"> & { recent_activity: Activity[] };

export type Hit = Answer<"SearchHit">;
export type SearchResult = Record<keyof Schemas["SearchResult"], Hit[]>;

export type CapturedMail = Schemas["CapturedMail"];
export type CapturedMessage = Schemas["CapturedMailDetail"];
