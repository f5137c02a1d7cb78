import type { Analytics, AnalyticsNewsletter } from "@/api/analytics";
import { say } from "./words";

const names = (newsletters: AnalyticsNewsletter[]) => newsletters.map((one) => `“${one.name}”`).join(", ");

/** Why some rates are a dash, one sentence for each kind of tracking. */
export function trackingNotes(newsletters: AnalyticsNewsletter[]): string[] {
  const silent = newsletters.filter((one) => one.tracking === "none");
  const anonymous = newsletters.filter((one) => one.tracking === "anonymous");
  return [
    ...(silent.length > 0 ? [say.opensAndClicksAreNot(names(silent))] : []),
    ...(anonymous.length > 0 ? [say.anonymousCountsOpensAndClicks(names(anonymous))] : []),
  ];
}

/** Whether anything in sight is tracked by reader: else a rate would be made up. */
export const hasRates = ({ newsletters }: Analytics): boolean =>
  newsletters.length === 0 || newsletters.some((one) => one.tracking === "full");

/** Whether opens and clicks are counted at all. */
export const hasCounts = ({ newsletters }: Analytics): boolean =>
  newsletters.length === 0 || newsletters.some((one) => one.tracking !== "none");
