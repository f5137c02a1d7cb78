import { useSWRConfig } from "swr";
import { request, urlOf } from "./client";
import { useData } from "./hooks";
import type { Answer, Body } from "./schema";

export type Settings = Answer<"Settings">;
export type Notifications = Answer<"Notifications">;
/** Any part of the settings; the address of the account changes by a mail to the new one instead. */
export type UpdateSettings = Body<"UpdateSettings">;

const SETTINGS = urlOf("/api/settings");

export const useSettings = (wanted = true) => useData(wanted ? SETTINGS : null);
/** Shows settings that are known already, without reading them. */
export function useShowSettings() {
  const { mutate } = useSWRConfig();
  return (settings: Settings | ((now?: Settings) => Settings | undefined)) =>
    mutate(SETTINGS, settings, { revalidate: false });
}
export const saveSettings = (body: UpdateSettings) => request("PUT", SETTINGS, { body });
