import { useSWRConfig } from "swr";
import useSWRInfinite, { unstable_serialize } from "swr/infinite";
import { type Page, request, withQuery } from "./client";
import { fetchPage, pageKey, under, useData } from "./data";
import type {
  AuditEntry,
  DeviceSession,
  Passkey,
  PasskeyCreation,
  RecoveryCodes,
  Security,
  TotpSetup,
} from "./security-types";
import type { Id } from "./types";

export type * from "./security-types";

const ME = "/api/me";
const SECURITY = `${ME}/security`;
const SESSIONS = `${ME}/sessions`;
const TOTP = `${ME}/totp`;
const PASSKEYS = `${ME}/passkeys`;
const ENTRIES = 10;

/** Another tab or a mailed link may have changed it meanwhile. */
const fresh = { dedupingInterval: 0, revalidateOnFocus: true };

export const useSecurity = () => useData<Security>(SECURITY, fresh);
export const useSessions = () => useData<DeviceSession[]>(SESSIONS, fresh);

const auditKey = (index: number, before: Page<AuditEntry> | null) =>
  index > 0 && !before?.next
    ? null
    : pageKey(withQuery(`${ME}/audit`, { limit: ENTRIES, cursor: index > 0 ? before?.next : null }));

/** What was done to the account, newest first, as many pages as were asked for. */
export const useAudit = () =>
  useSWRInfinite<Page<AuditEntry>, Error>(
    auditKey,
    ([, key]: readonly [string, string]) => fetchPage<AuditEntry>(key),
    { dedupingInterval: 0 },
  );

/** Reads anew what an act has changed; the log has a line more after each of them. */
export function useSecurityChanged() {
  const { mutate } = useSWRConfig();
  return async () => {
    await Promise.all([mutate(under(SECURITY, SESSIONS)), mutate(unstable_serialize(auditKey))]);
  };
}

export const changePassword = (current_password: string, new_password: string) =>
  request<void>("POST", `${ME}/password`, { body: { current_password, new_password } });

export const beginTotp = (password: string) => request<TotpSetup>("POST", TOTP, { body: { password } });
export const confirmTotp = (code: string) => request<RecoveryCodes>("POST", `${TOTP}/confirm`, { body: { code } });
export const renewRecoveryCodes = (password: string) =>
  request<RecoveryCodes>("POST", `${TOTP}/recovery-codes`, { body: { password } });
export const turnOffTotp = (password: string) => request<void>("DELETE", TOTP, { body: { password } });

export const beginPasskey = () => request<PasskeyCreation>("POST", `${PASSKEYS}/options`);
export const addPasskey = (body: { challenge_id: string; name: string; credential: unknown }) =>
  request<Passkey>("POST", PASSKEYS, { body });
export const renamePasskey = (id: Id, name: string) => request<Passkey>("PUT", `${PASSKEYS}/${id}`, { body: { name } });
export const removePasskey = (id: Id) => request<void>("DELETE", `${PASSKEYS}/${id}`);

export const endSession = (id: Id) => request<void>("DELETE", `${SESSIONS}/${id}`);
export const endOtherSessions = () => request<void>("DELETE", SESSIONS);
