import useSWR, { useSWRConfig } from "swr";
import { unstable_serialize } from "swr/infinite";
import { request, urlOf } from "./client";
import { under, useData } from "./hooks";
import { pageKeys, usePages } from "./pages";
import type { Answer, Body } from "./schema";
import { type AuthConfig, authConfig } from "./session";

export type Security = Answer<"Security">;
export type Passkey = Answer<"Passkey">;
/** A secret that counts once a code made from it was confirmed. */
export type NewTotp = Answer<"NewTotp">;
export type RecoveryCodes = Answer<"RecoveryCodes">;
export type SessionEntry = Answer<"SessionEntry">;
export type AuditEntry = Answer<"AuditEntry">;

const SECURITY = "/api/me/security";
const SESSIONS = "/api/me/sessions";
const TOTP = "/api/me/totp";
const PASSKEYS = "/api/me/passkeys";
const ENTRIES = 10;

/** Another tab or a mailed link may have changed it meanwhile. */
const fresh = { dedupingInterval: 0, revalidateOnFocus: true };

/** Who keeps the addresses and passwords of this installation. */
export const useProvider = () =>
  useSWR<AuthConfig, Error>("/api/auth/config", authConfig, { revalidateIfStale: false });

export const useSecurity = () => useData(urlOf(SECURITY), fresh);
export const useSessions = () => useData(urlOf(SESSIONS), fresh);

const auditKeys = pageKeys((cursor) => urlOf("/api/me/audit", { limit: ENTRIES, cursor }));

/** What was done to the account, newest first, as many pages as were asked for. */
export const useAudit = () => usePages(auditKeys, { dedupingInterval: 0 });

/** Reads anew what an act has changed; the log has a line more after each of them. */
export function useSecurityChanged() {
  const { mutate } = useSWRConfig();
  return async () => {
    await Promise.all([mutate(under(SECURITY, SESSIONS)), mutate(unstable_serialize(auditKeys))]);
  };
}

export const changePassword = (current_password: string, new_password: string) =>
  request("POST", urlOf("/api/me/password"), { body: { current_password, new_password } });

export const beginTotp = (password: string) => request("POST", urlOf(TOTP), { body: { password } });
export const confirmTotp = (code: string) => request("POST", urlOf(`${TOTP}/confirm`), { body: { code } });
export const renewRecoveryCodes = (password: string) =>
  request("POST", urlOf(`${TOTP}/recovery-codes`), { body: { password } });
export const turnOffTotp = (password: string) => request("DELETE", urlOf(TOTP), { body: { password } });

export const beginPasskey = () => request("POST", urlOf(`${PASSKEYS}/options`));
export const addPasskey = (body: Body<"NewPasskey">) => request("POST", urlOf(PASSKEYS), { body });
export const renamePasskey = (id: number, name: string) =>
  request("PUT", urlOf(`${PASSKEYS}/{passkey_id}`, { passkey_id: id }), { body: { name } });
export const removePasskey = (id: number) => request("DELETE", urlOf(`${PASSKEYS}/{passkey_id}`, { passkey_id: id }));

export const endSession = (id: number) => request("DELETE", urlOf(`${SESSIONS}/{session_id}`, { session_id: id }));
export const endOtherSessions = () => request("DELETE", urlOf(SESSIONS));
