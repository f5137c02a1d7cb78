import { request, urlOf } from "./client";
import { fetchAhead, useData } from "./hooks";
import type { Answer } from "./schema";

export type Overview = Answer<"Overview">;
export type OverviewDay = Answer<"OverviewDay">;
export type Activity = Answer<"Activity">;
export type OverviewSetup = Answer<"OverviewSetup">;
export type ActivityKind = Answer<"ActivityKind">;

export const showChecklist = (shown: boolean) => request("PUT", urlOf("/api/overview/checklist"), { body: { shown } });
export const makeSampleData = () => request("POST", urlOf("/api/me/sample-data"));
export const removeSampleData = () => request("DELETE", urlOf("/api/me/sample-data"));

export const overviewAhead = () => fetchAhead(urlOf("/api/overview"));
export const useOverview = () => useData(urlOf("/api/overview"), { refreshInterval: 60_000 });
