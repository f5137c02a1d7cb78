import { useSearchParams } from "react-router";
import type { LedgerState } from "@/api/reports";
import { say } from "./words";

export const reportTabs = [
  { value: "overview", label: say.overview },
  { value: "links", label: say.links },
  { value: "subscribers", label: say.subscribers },
  { value: "emails", label: say.emails },
  { value: "log", label: say.log },
] as const;

export type ReportTab = (typeof reportTabs)[number]["value"];

/** The address of a tab of the report that is open. */
export const tabTo = (tab: ReportTab, filter: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...(tab === "overview" ? {} : { tab }), ...filter }).toString();
  return { search: query && `?${query}` };
};

export function useReportTab(): ReportTab {
  const [params] = useSearchParams();
  const asked = params.get("tab");
  return reportTabs.find(({ value }) => value === asked)?.value ?? "overview";
}

/** What subscribers did, beside the states that their emails are in. */
export const acts = [
  { value: "opened", label: say.opened },
  { value: "clicked", label: say.clicked },
  { value: "not_opened", label: say.didNotOpen },
] as const;

/** What came back after the mail server had accepted an email. */
export const returns = [
  { value: "bounced", label: say.bounced },
  { value: "soft_bounced", label: say.mailboxFull },
  { value: "complained", label: say.complained },
] as const;

export type SubscriberFilter = LedgerState | (typeof acts)[number]["value"] | (typeof returns)[number]["value"];

/** The address of the subscribers whom a filter finds. */
export const subscribersTo = (state: SubscriberFilter) => tabTo("subscribers", { state });
