import type { Delivery, Ledger, LedgerState, Report } from "@/api/reports";
import type { Part } from "@/ui/progress";
import { say } from "./words";

export interface StateInfo {
  state: LedgerState;
  label: string;
  meaning: string;
  className: string;
}

/** In the order of the bar: what is over first, then what is still open. */
export const states: StateInfo[] = [
  { state: "sent", label: say.sent, meaning: say.acceptedByTheMailServer, className: "bg-green" },
  { state: "failed", label: say.failed, meaning: say.rejectedPermanently, className: "bg-red" },
  { state: "in_doubt", label: say.inDoubt, meaning: say.unconfirmed, className: "bg-text" },
  { state: "suppressed", label: say.suppressed, meaning: say.bouncedOrComplainedBefore, className: "bg-muted" },
  { state: "skipped", label: say.skipped, meaning: say.unsubscribedBeforeSending, className: "bg-muted/60" },
  { state: "cancelled", label: say.cancelled, meaning: say.campaignWasCancelledFirst, className: "bg-muted/35" },
  { state: "deferred", label: say.deferred, meaning: say.wellTryAgain, className: "bg-yellow" },
  { state: "sending", label: say.sending, meaning: say.beingSentNow, className: "bg-blue" },
  { state: "queued", label: say.queued, meaning: say.waitingToBeSent, className: "bg-line-strong" },
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
export const nameOf = (delivery: Delivery): string => delivery.email ?? say.removedSubscriberId(delivery.subscriber_id);

export const isOpen = (delivery: Delivery): boolean => delivery.state === "in_doubt";
