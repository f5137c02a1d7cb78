import { countOf, formatNumber, formatRate } from "@/lib/format";

export const say = {
  // analytics-page
  newsletter: "Newsletter",
  allNewsletters: "All Newsletters",
  range: "Range",
  loadingAnalytics: "Loading analytics...",
  analytics: "Analytics",
  whatWasSentWhoRead: "Sends, opens and clicks, and how your list grows.",
  noAnalyticsDataAvailable: "No analytics data available",
  tryAgain: "Try Again",
  // ranges
  last30Days: "Last 30 days",
  last90Days: "Last 90 days",
  last6Months: "Last 6 months",
  lastYear: "Last year",
  // recent-campaigns
  sent: "Sent",
  opened: "Opened",
  clicked: "Clicked",
  recentCampaigns: "Recent campaigns",
  showMoreMore: (more: number) => `Show ${formatNumber(more)} more`,
  // sections
  nothingWasSentInRange: (range: string) => `Nothing sent in ${range}`,
  onceACampaignHasGone: "Opens, clicks and bounces appear here after your first send.",
  writeACampaign: "Write a campaign",
  lookAtTheLastYear: "Show last year",
  openRatePerNewsletter: "Open rate per newsletter",
  openRateOfNewsletterIn: (length: number, range: string) =>
    `Open rate of ${countOf(length, "newsletter")} in ${range}`,
  performanceOverview: "Performance Overview",
  emailMetrics: "Email Metrics",
  labelNowInRangeBefore: (label: string, now: string | undefined, range: string, before: string | undefined) =>
    `${label}: ${now} in ${range}, ${before} in the period before`,
  figure: "Figure",
  activeSubscribers: "Active subscribers",
  today: "today",
  newSubscribers: "New subscribers",
  netGrowth: "Net growth",
  afterUnsubscribedUnsubscribedAndBounced: (unsubscribed: number, bounced: number) =>
    `after ${formatNumber(unsubscribed)} unsubscribed and ${formatNumber(bounced)} bounced`,
  subscriberGrowth: "Subscriber Growth",
  labelOverRangeSubscribersActive: (label: string, range: string, subscribers: number, net: number) =>
    `${label} over ${range}; ${formatNumber(subscribers)} active today, net ${formatNumber(net)}`,
  // sheets
  opens: "Opens",
  clicks: "Clicks",
  sends: "Sends",
  subscribers: "Subscribers",
  newIt: "New",
  unsubscribed: "Unsubscribed",
  day: "Day",
  weekOf: "Week of",
  openRate: "Open rate",
  clickRate: "Click rate",
  bounceRate: "Bounce rate",
  // tiles
  rateOfMailsSent: (rate: number | null | undefined) => `${formatRate(rate)} of emails sent`,
  notTracked: "not tracked",
  totalEmailsSent: "Total Emails Sent",
  bounceRate2: "Bounce Rate",
  // tracking
  opensAndClicksAreNot: (silent: string) => `${silent} doesn't track opens and clicks, so it has no rates.`,
  anonymousCountsOpensAndClicks: (anonymous: string) =>
    `${anonymous} counts opens and clicks anonymously, so it has no rates.`,
  inRange: (range: string) => `in ${range}`,
  notCountedByReader: "– no rate for anonymous tracking",
  theLast30Days: "the last 30 days",
  theLast90Days: "the last 90 days",
  theLast6Months: "the last 6 months",
  theLastYear: "the last year",
  noEarlierData: "no earlier data",
};
