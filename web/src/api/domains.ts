import { request } from "./client";
import { useData, usePage } from "./data";
import type { Answer, Body, Id } from "./types";

export type Domain = Answer<"Domain">;
export type DomainStatus = Domain["verification_status"];
export type DnsRecord = Answer<"DnsRecord">;
export type DomainAndRecords = Answer<"DomainAndRecords">;
export type VerificationStatus = Answer<"VerificationStatus">;
export type DomainMetrics = Answer<"DomainMetrics">;
export type DomainWindow = Answer<"DomainWindow">;
export type Suppression = Answer<"Suppression">;
export type Notice = Answer<"Notice">;

const LIST = "/api/domains";
const path = (id: Id) => `${LIST}/${id}`;
/** Domains come in tens: one page is all of them. */
const ALL = "limit=1000";

export const useDomains = (refreshInterval: (latest: Domain[] | undefined) => number) =>
  useData<Domain[]>(`${LIST}?${ALL}`, { refreshInterval });
export const useUsableDomains = () => useData<Domain[]>(`${LIST}?active_only=true&${ALL}`);
/** One domain, known already from the list or read for itself. */
export const useDomain = (id: Id, known: Domain | undefined) =>
  useData<Domain>(path(id), known ? { fallbackData: known } : {});
export const useDnsRecords = (id: Id) => useData<Answer<"DnsRecords">>(`${path(id)}/dns-records`);
export const useVerificationStatus = (id: Id) => useData<VerificationStatus>(`${path(id)}/verification-status`);
/** How its mail fares of late; it moves while mail leaves and bounces come in. */
export const useDomainMetrics = (id: Id) => useData<DomainMetrics>(`${path(id)}/metrics`, { refreshInterval: 60_000 });
export const useSuppressions = (url: string) => usePage<Suppression>(url, { keepPreviousData: true });
export const useNotices = () => useData<Notice[]>("/api/notices?limit=20", { refreshInterval: 60_000 });

export const registerDomain = (type: Domain["domain_type"], body: Body<"RegisterDomain">, idempotencyKey: string) =>
  request<DomainAndRecords>("POST", `${LIST}/register?domain_type=${type}`, { body, idempotencyKey });
export const verifyDomain = (id: Id) => request<DomainAndRecords>("POST", `${path(id)}/verify`);
export const updateDomain = (id: Id, body: Body<"UpdateDomain">) => request<Domain>("PUT", path(id), { body });
export const deleteDomain = (id: Id) => request<void>("DELETE", `${path(id)}?remove_from_aws=true`);
export const resetMetrics = (id: Id) => request<DomainAndRecords>("POST", `${path(id)}/reset-metrics`);
export const rotateKeys = (id: Id) => request<DomainAndRecords>("POST", `${path(id)}/rotate-keys`);
export const zonePath = (id: Id) => `${path(id)}/zone`;

export const suppress = (email: string, detail?: string) =>
  request<Suppression>("POST", "/api/suppressions", { body: { email, ...(detail ? { detail } : {}) } });
export const unsuppress = (id: Id) => request<void>("DELETE", `/api/suppressions/${id}`);

export const dismissNotice = (id: Id) => request<void>("DELETE", `/api/notices/${id}`);
