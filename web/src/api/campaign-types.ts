import type { AbTest } from "./campaign-life";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type CampaignStatus = Schemas["CampaignStatus"];
export type Ledger = Schemas["Ledger"];
export type LedgerState = Exclude<keyof Ledger, "intended">;

export type Campaign = Omit<Schemas["Campaign"], "ab_test"> & { ab_test: AbTest | null };
export type CampaignInput = Schemas["NewCampaign"];
export type CampaignPatch = Schemas["UpdateCampaign"];
export type DrainingCampaign = Schemas["Draining"];
export type TestResult = Schemas["SentTest"];
export type Preview = Schemas["PreviewView"];
/** Why the mail server takes nothing, and since when. */
export type SendingTrouble = Schemas["SendingTrouble"];
export type Decision = Schemas["Decision"];

/** The document has the state as any string: a group of the ledger, or "held" for one that waits for its author. */
type DeliveryState = LedgerState | "held";
export type Delivery = Omit<Schemas["Delivery"], "state"> & { state: DeliveryState };
export type Reason = Omit<Schemas["Reason"], "state"> & { state: DeliveryState };
/** `uncertain`: everyone whose copy was ever in doubt, also when that has been settled since. The first 100. */
export type Report = Omit<Schemas["Report"], "reasons" | "uncertain"> & { reasons: Reason[]; uncertain: Delivery[] };

/** The data of a progress event; the document does not describe what a stream carries. */
export interface Progress extends Pick<Report, "status" | "pause_reason" | "ledger" | "rate_per_second" | "trouble"> {
  seconds_left: number | null;
  errors: Reason[];
}
