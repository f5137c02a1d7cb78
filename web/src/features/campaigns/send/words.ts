import { countOf, formatDuration, formatNumber } from "@/lib/format";

export const say = {
  // checks
  problem: "Problem",
  warning: "Warning",
  fine: "Fine",
  show: "Show",
  tryAgain: "Try Again",
  checkingTheCampaign: "Checking the campaign...",
  askingEveryLinkWhetherIt: "Testing every link...",
  theLinksCouldNotBe: (linksError: string) => `Couldn't test the links: ${linksError}`,
  checks: "Checks",
  // dry-run
  takesDayUnderTodaysLimits: (days: number, rate: string) =>
    `takes ${countOf(days, "day")} under today's limits${rate}`,
  howLongItTakesIs: "we don't know yet how long it takes",
  takesAboutSecondsRate: (seconds: number, rate: string) => `takes about ${formatDuration(seconds)}${rate}`,
  startsNow: "Starts now",
  sendsAnIssueNowThe: (planned: string) => `Sends an issue now (the next one still goes out ${planned})`,
  startsNowNotOnPlanned: (planned: string) => `Starts now instead of ${planned}`,
  ofIntended: (intended: number) => ` of ${formatNumber(intended)}`,
  usuallyItIsAudience: (usual_audience: number) => `Usually ${formatNumber(usual_audience)}.`,
  leftOut: "Left out",
  notAmongTheReadersIt: "Not in the audience",
  whoGetsIt: "Who gets it",
  countingTheReaders: "Counting subscribers...",
  // send-dialog
  cantSendYet: (problems: string) => `Can't send yet: ${problems}`,
  theCampaignIsStillBeing: "Still checking the campaign.",
  onlyThoseWho: (what: string, campaign: string) => `Only subscribers ${what} ${campaign} get it.`,
  didntOpen: "who didn't open",
  didntReceive: "who didn't receive",
  anEarlierCampaign: "an earlier campaign",
  sendCampaign: "Send Campaign",
  sendCampaignSubjectNowThis: (subject: string) =>
    `Send campaign "${subject}" now? This will send the email to all active subscribers.`,
  cancel: "Cancel",
  sendATest: "Send a test",
  schedule: "Schedule…",
  sending: "Sending...",
  sendNow: "Send now",
  checksPassed: (count: number) => `${countOf(count, "check")} passed`,
  checksFailed: (reason: string) => `Couldn't check the campaign: ${reason}`,
  asUsual: ", as usual",
  including: (addresses: string[], recipients: number) =>
    recipients > addresses.length
      ? `Including ${addresses.join(", ")} and ${formatNumber(recipients - addresses.length)} more`
      : addresses.join(", "),
  takesUnderASecond: "takes under a second",
  startAndLength: (start: string, length: string) => `${start}, ${length}.`,
  notCounted: (reason: string) => `Couldn't count subscribers: ${reason}`,
};
