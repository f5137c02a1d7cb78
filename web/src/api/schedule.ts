import { urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer } from "./schema";

/** How a wall time becomes an instant. */
export type ResolvedTime = Answer<"ResolvedTime">;

/** Zones don't change while the page is open. */
export const useZones = () => useData(urlOf("/api/schedule/zones"), { revalidateIfStale: false });

/** The instant of a wall time; asked only when both are known. */
export const useResolved = (local_time: string | null, time_zone: string) =>
  useData(local_time === null || time_zone === "" ? null : urlOf("/api/schedule/resolve", { local_time, time_zone }), {
    shouldRetryOnError: false,
  });
