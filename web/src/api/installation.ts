import { request, urlOf } from "./client";
import { useAgain, useData } from "./hooks";
import type { Answer } from "./schema";

/** What runs here, and whether it is a restored copy that sends nothing until an administrator confirms it. */
export type Installation = Answer<"Installation">;

/** What `letterpress doctor` would say here. */
export type DoctorReport = Answer<"DoctorReport">;
export type DoctorCheck = Answer<"DoctorCheck">;

const WATCH_MS = 20_000;

const HELD = "letterpress-held";

/** What an installation said that sent nothing when it was last looked at. */
export function lastHeld(): Installation | undefined {
  try {
    const kept = localStorage.getItem(HELD);
    return kept ? (JSON.parse(kept) as Installation) : undefined;
  } catch {
    return undefined;
  }
}

/** Its banner is there from the first picture of the next page on, and pushes nothing away. */
export function rememberHeld(installation: Installation) {
  try {
    if (installation.sending_held) localStorage.setItem(HELD, JSON.stringify(installation));
    else localStorage.removeItem(HELD);
  } catch {
    // The banner comes a little later then.
  }
}

export const useInstallation = () => useData(urlOf("/api/installation"));

/** The installation, read again while its sending is held: somebody else may confirm it, here or on the server's command line. */
export function useHeldInstallation() {
  const installation = useInstallation();
  useAgain(installation.data?.sending_held ? WATCH_MS : 0, installation.mutate);
  return installation;
}
export const confirmSending = () => request("POST", urlOf("/api/installation/confirm-sending"));
/** For administrators; nobody else asks, for the answer would be 403. */
export const useDoctor = (admin: boolean) => useData(admin ? urlOf("/api/doctor") : null);
