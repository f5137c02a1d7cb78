import { request, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

export type Notice = Answer<"Notice">;

export const useNotices = () => useData(urlOf("/api/notices", { limit: 20 }), { refreshInterval: 60_000 });
export const dismissNotice = (notice_id: number) => request("DELETE", urlOf("/api/notices/{notice_id}", { notice_id }));
