import { urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

export type Overview = Answer<"Overview">;
export type OverviewDay = Answer<"OverviewDay">;
export type Activity = Answer<"Activity">;
export type ActivityKind = Answer<"ActivityKind">;

export const useOverview = () => useData(urlOf("/api/overview"), { refreshInterval: 60_000 });
