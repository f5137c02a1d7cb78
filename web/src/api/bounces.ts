import { request } from "./client";
import { useData, usePage } from "./data";
import { isStatus } from "./problem";
import type { Answer, Id } from "./types";

/** Emails that came back and were not understood; an administrator's to see. */
export type UnknownReport = Answer<"UnknownReport">;
export type UnknownReportText = Answer<"UnknownReportText">;

export const UNKNOWN_REPORTS = "/api/bounces/unknown";
const path = (id: Id) => `${UNKNOWN_REPORTS}/${id}`;
/** Asking again brings back nothing that is gone. */
const shouldRetryOnError = (error: Error) => !isStatus(error, 403) && !isStatus(error, 404);

export const useUnknownReports = (url: string) =>
  usePage<UnknownReport>(url, { keepPreviousData: true, shouldRetryOnError });
export const useUnknownReport = (id: Id) => useData<UnknownReportText>(path(id), { shouldRetryOnError });
export const deleteUnknownReport = (id: Id) => request<void>("DELETE", path(id));
