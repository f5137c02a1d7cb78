import { request, urlOf } from "./client";
import { under, useData, usePage } from "./hooks";
import type { Answer, QueryOf } from "./schema";

/** Emails that came back and were not understood; an administrator's to see. */
export type UnknownReport = Answer<"UnknownReport">;
export type UnknownReportText = Answer<"UnknownReportText">;

const LIST = "/api/bounces/unknown";
const ONE = `${LIST}/{report_id}` as const;

export const isUnknownReports = under(LIST);
export const useUnknownReports = (query: QueryOf<typeof LIST>) =>
  usePage(urlOf(LIST, query), { keepPreviousData: true });
export const useUnknownReport = (report_id: number) => useData(urlOf(ONE, { report_id }));
export const deleteUnknownReport = (report_id: number) => request("DELETE", urlOf(ONE, { report_id }));
