import { countOf, formatNumber, formatRate } from "@/lib/format";

export const say = {
  // checklist
  createANewsletter: "Create a newsletter",
  itsNameAndWhoIt: "Its name, and who it comes from.",
  createNewsletter: "Create newsletter",
  verifyYourSendingDomain: "Verify your sending domain",
  inboxesTrustEmailFromA: "Inboxes trust email from a verified domain. Choose it in your newsletter.",
  openDomains: "Open domains",
  addSubscribers: "Add subscribers",
  importAFileOrAdd: "Import a file, or add the first ones by hand.",
  writeYourFirstCampaign: "Write your first campaign",
  itStaysADraftUntil: "It stays a draft until you send it.",
  writeCampaign: "Write campaign",
  sendIt: "Send it",
  sendYourselfATestFirst: "Send yourself a test first, then send it to everyone.",
  openCampaigns: "Open campaigns",
  done: ", done",
  toDo: ", to do",
  getStarted: "Get started",
  hideTheChecklist: "Hide the checklist",
  // figures
  newSubscribers: "New subscribers",
  emailsSent: "Emails sent",
  opens: "Opens",
  clicks: "Clicks",
  unsubscribed: "Unsubscribed",
  day: "Day",
  last30Days: "Last 30 days",
  // first-steps
  checklistHidden: "Checklist hidden.",
  failedToHideTheChecklist: "Failed to hide the checklist",
  // notice-bell
  dismissTitle: (title: string) => `Dismiss: ${title}`,
  notices: "Notices",
  dismissAll: "Dismiss all",
  nothingNeedsYouWhenSomething: "Nothing needs you. When something does, it appears here.",
  noNotices: "No notices",
  noticesSaid: (said: string) => `Notices: ${said}`,
  // notice
  seeCampaigns: "See campaigns",
  checkHealth: "Check health",
  look: "Look",
  theNoticeCouldNotBe: "The notice couldn't be dismissed.",
  // overview-chart
  nameSumInTheLast: (name: string, sum: string, sum2: string) =>
    `${name}: ${sum} in the last 30 days, ${sum2} in the 30 days before`,
  figure: "Figure",
  // overview-page
  howYourNewslettersAreDoing: "How your newsletters are doing.",
  welcomeAFewStepsTo: "Welcome. A few steps to your first issue.",
  subscriberAcrossNewsletter: (subscribers: number, newsletters: number) =>
    `${countOf(subscribers, "subscriber")} across ${countOf(newsletters, "newsletter")}.`,
  nothingSentYet: "Nothing sent yet",
  yourNumbersWillAppearHere: "Your numbers will appear here.",
  quickStats: "Quick Stats",
  recentActivity: "Recent Activity",
  overview: "Overview",
  createNewsletter2: "Create Newsletter",
  newCampaign: "New Campaign",
  loadingOverview: "Loading overview...",
  // recent-activity
  newsletterCreated: "Newsletter created",
  draftCreated: "Draft created",
  scheduled: "Scheduled",
  unscheduled: "Unscheduled",
  sending: "Sending",
  sent: "Sent",
  importFinished: "Import finished",
  newSubscriber: "New subscriber",
  titleAndLengthMore: (title: string, value: string) => `${title} and ${value}`,
  showEverythingAboutTitle: (title: string) => `Show everything about ${title}`,
  whatHappensToYourNewsletters: "What happens to your newsletters appears here.",
  // sample-data
  sampleDataRemoved: "Sample data removed.",
  sampleDataRemovedWeKept: (list: string) =>
    `Sample data removed. We kept the ${list}, because you changed or added something.`,
  sampleDataAdded: "Sample data added",
  aNewsletterWithSubscribersSubscribers: (subscribers: number) =>
    `A newsletter with ${subscribers} subscribers, a draft and a template.`,
  failedToAddSampleData: "Failed to add sample data",
  failedToRemoveSampleData: "Failed to remove sample data",
  youHaveSampleDataRemoving: "You have sample data. Removing it keeps what you changed or added.",
  justLookingAddASample: "Just looking? Add a sample newsletter with a draft. Nothing is ever sent to its subscribers.",
  removeSampleData: "Remove sample data",
  addSampleData: "Add sample data",
  // stat-cards
  noEarlierData: "No earlier data",
  allAnalytics: "All analytics",
  noChangeIn30Days: "No change in 30 days",
  subscribersJoinedUnsubscribedLeft30: (new_subscribers: number, unsubscribed: number) =>
    `${formatNumber(new_subscribers)} joined, ${formatNumber(unsubscribed)} left · 30 days`,
  subscribers: "Subscribers",
  emailsSentLast30Days: "Emails sent, last 30 days",
  openRateLast30Days: "Open rate, last 30 days",
  stepsDone: (done: number, steps: number) => `${done} of ${steps} done`,
  lastMonth: (campaigns: number, clickRate: number) =>
    `In the last 30 days you sent ${countOf(campaigns, "campaign")}, with a click rate of ${formatRate(clickRate)}.`,
  older: (count: number) => `${formatNumber(count)} more`,
  the30DaysBefore: "30 days before",
  manyNewSubscribers: "new subscribers",
  manyUnsubscribed: "unsubscribed",
};
