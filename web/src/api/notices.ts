import { request, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

export type Notice = Answer<"Notice">;

const WATCH_MS = 60_000;
/** What ends by itself is looked after: nobody is to read that email stands still when it flows again. */
const WATCH_STUCK_MS = 10_000;

export const useNotices = () =>
  useData(urlOf("/api/notices", { limit: 20 }), {
    refreshInterval: (latest) => (latest?.some(({ kind }) => kind === "sending_stuck") ? WATCH_STUCK_MS : WATCH_MS),
  });
export const dismissNotice = (notice_id: number) => request("DELETE", urlOf("/api/notices/{notice_id}", { notice_id }));
