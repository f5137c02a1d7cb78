import { useData } from "./data";
import { isStatus } from "./problem";
import type { Timestamp } from "./types";

/** What runs here. */
export interface Installation {
  version: string;
  /** When it was restored from a backup. */
  restored_at: Timestamp | null;
  /** Nothing is sent until an administrator confirms it. */
  sending_held: boolean;
  can_confirm: boolean;
}

export interface Doctor {
  version: string;
  engine: string;
  checks: { name: string; ok: boolean; text: string }[];
}

/** Asking again helps neither where the call is refused nor where it is missing. */
const once = { shouldRetryOnError: (error: Error) => !isStatus(error, 403) && !isStatus(error, 404) };

export const useInstallation = () => useData<Installation>("/api/installation", once);
/** For administrators; nobody else asks, for the answer would be 403. */
export const useDoctor = (admin: boolean) => useData<Doctor>(admin ? "/api/doctor" : null, once);
