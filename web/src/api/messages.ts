import { request, urlOf } from "./client";
import { useAgain } from "./hooks";
import { pageKeys, usePages } from "./pages";
import type { Answer, Body, QueryOf } from "./schema";

export type Message = Answer<"Message">;
export type MessageState = Answer<"MessageState">;
export type MessageReturn = Answer<"MessageReturn">;
export type MessageDecision = Body<"MessageDecision">;

const LIST = "/api/messages";

export const resolveMessage = (message_id: number, as: MessageDecision) =>
  request("POST", urlOf(`${LIST}/{message_id}/resolve`, { message_id }), { body: { as } });

const PAGE_SIZE = 25;
const WATCH_MS = 5000;
const isUnderWay = ({ state }: Message) => state === "queued" || state === "sending" || state === "deferred";

/** Emails to one person each, newest first, as many pages as were asked for; read again while one is under way. */
export function useMessages(query: Pick<QueryOf<typeof LIST>, "state" | "to"> | null) {
  const pages = usePages(
    query ? pageKeys((cursor) => urlOf(LIST, { ...query, limit: PAGE_SIZE, cursor })) : () => null,
    { keepPreviousData: true },
  );
  useAgain(pages.data?.some(({ rows }) => rows.some(isUnderWay)) ? WATCH_MS : 0, pages.mutate);
  return pages;
}
