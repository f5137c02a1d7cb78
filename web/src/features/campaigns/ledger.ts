import type { Delivery, Ledger, LedgerState, Report } from "@/api/reports";
import type { Part } from "@/ui/progress";

export interface StateInfo {
  state: LedgerState;
  label: string;
  meaning: string;
  className: string;
}

/** In the order of the bar: what is over first, then what is still open. */
export const states: StateInfo[] = [
  { state: "sent", label: "Sent", meaning: "Accepted by the mail server", className: "bg-green" },
  { state: "failed", label: "Failed", meaning: "Rejected permanently", className: "bg-red" },
  { state: "in_doubt", label: "In doubt", meaning: "Unconfirmed", className: "bg-text" },
  { state: "suppressed", label: "Suppressed", meaning: "Bounced or complained before", className: "bg-muted" },
  { state: "skipped", label: "Skipped", meaning: "Unsubscribed before sending", className: "bg-muted/60" },
  { state: "cancelled", label: "Cancelled", meaning: "Campaign was cancelled first", className: "bg-muted/35" },
  { state: "deferred", label: "Deferred", meaning: "We'll try again", className: "bg-yellow" },
  { state: "sending", label: "Sending", meaning: "Being sent now", className: "bg-blue" },
  { state: "queued", label: "Queued", meaning: "Waiting to be sent", className: "bg-line-strong" },
];

export const ledgerStates = states.map((info) => info.state);

export const labelOf = (state: string): string => states.find((info) => info.state === state)?.label ?? state;

export function partsOf(ledger: Ledger): Part[] {
  return states.map(({ state, label, className }) => ({ key: state, label, className, value: ledger[state] }));
}

/** The ledger of an A/B test's sample alone, while `rest` readers wait for the winner. */
export const sampleOf = (ledger: Ledger, rest: number): Ledger => ({
  ...ledger,
  intended: ledger.intended - rest,
  queued: ledger.queued - rest,
});

/** Readers whose story with this campaign is over. */
export const settled = (ledger: Ledger): number =>
  ledger.intended - ledger.queued - ledger.sending - ledger.deferred - ledger.in_doubt;

/** Whether the figures still change by themselves: after a pause or a cancellation, mails under way come in first. */
export function isMoving({ status, ledger }: Pick<Report, "status" | "ledger">): boolean {
  if (status === "sending") return true;
  return ledger.sending > 0 || (status === "cancelled" && ledger.queued + ledger.deferred > 0);
}

export const sumOf = (ledger: Ledger): number => states.reduce((sum, { state }) => sum + ledger[state], 0);

/** A subscriber can be removed after the email went out; the ledger keeps the line. */
export const nameOf = (delivery: Delivery): string => delivery.email ?? `Removed subscriber ${delivery.subscriber_id}`;

export const isOpen = (delivery: Delivery): boolean => delivery.state === "in_doubt";
