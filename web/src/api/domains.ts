import { download, request, urlOf } from "./client";
import { fetchAhead, useData } from "./hooks";
import type { Answer, Body } from "./schema";

export type Domain = Answer<"Domain">;
export type DomainStatus = Answer<"DomainStatus">;
export type DnsRecord = Answer<"DnsRecord">;
export type DomainAndRecords = Answer<"DomainAndRecords">;
export type VerificationStatus = Answer<"VerificationStatus">;
export type DomainMetrics = Answer<"DomainMetrics">;
export type DomainWindow = Answer<"DomainWindow">;

const LIST = "/api/domains";
const ONE = `${LIST}/{domain_id}` as const;
/** Domains come in tens: one page is all of them. */
const limit = 1000;

const all = urlOf(LIST, { limit });
export const useDomains = () => useData(all);
export const domainsAhead = () => fetchAhead(all);
export const useUsableDomains = () => useData(urlOf(LIST, { active_only: true, limit }));
/** One domain, known already from the list or read for itself. */
export const useDomain = (domain_id: number, known: Domain | undefined) =>
  useData(urlOf(ONE, { domain_id }), known ? { fallbackData: known } : {});
export const useDnsRecords = (domain_id: number) => useData(urlOf(`${ONE}/dns-records`, { domain_id }));
/** Matches what `useDnsRecords` keeps. */
export const isRecordsOf = (domain_id: number) => (key: unknown) => key === urlOf(`${ONE}/dns-records`, { domain_id });
export const useVerificationStatus = (domain_id: number) => useData(urlOf(`${ONE}/verification-status`, { domain_id }));
/** How its mail fares of late; it moves while mail leaves and bounces come in. */
export const useDomainMetrics = (domain_id: number) =>
  useData(urlOf(`${ONE}/metrics`, { domain_id }), { refreshInterval: 60_000 });

export const registerDomain = (
  domain_type: Domain["domain_type"],
  body: Body<"RegisterDomain">,
  idempotencyKey: string,
) => request("POST", urlOf(`${LIST}/register`, { domain_type }), { body, idempotencyKey });
export const verifyDomain = (domain_id: number) => request("POST", urlOf(`${ONE}/verify`, { domain_id }));
export const updateDomain = (domain_id: number, body: Body<"UpdateDomain">) =>
  request("PUT", urlOf(ONE, { domain_id }), { body });
export const deleteDomain = (domain_id: number) => request("DELETE", urlOf(ONE, { domain_id, remove_from_aws: true }));
export const resetMetrics = (domain_id: number) => request("POST", urlOf(`${ONE}/reset-metrics`, { domain_id }));
export const rotateKeys = (domain_id: number) => request("POST", urlOf(`${ONE}/rotate-keys`, { domain_id }));
/** Its records as a zone file. */
export const downloadZone = ({ id, domain }: Domain) =>
  download(urlOf(`${ONE}/zone`, { domain_id: id }), `${domain}.zone`);
