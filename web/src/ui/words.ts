import { formatNumber, formatRate } from "@/lib/format";

export const say = {
  // chart/change
  againstBeforeBefore: (before: number) => `vs ${formatNumber(before)} before`,
  pointsToFixedPoints: (value: string, toFixed: string) => `${value}${toFixed} points`,
  unchanged: "unchanged",
  againstBeforeBefore2: (before: number | null | undefined) => `vs ${formatRate(before)} before`,
  // chart/chart-card
  showNameAs: (name: string) => `Show ${name} as`,
  chart: "Chart",
  table: "Table",
  // chart/csv-button
  csvName: (name: string) => `CSV: ${name}`,
  csv: "CSV",
  // chart/time-chart
  nothingYet: "Nothing yet",
  // confirm
  cancel: "Cancel",
  // copy-button
  copyWhat: (what: string) => `Copy ${what}`,
  // current-password
  password: "Password",
  // dialog
  close: "Close",
  // draft-dialog
  closeWithoutSaving: "Close without saving?",
  thisBrowserHasNoRoom: "This browser is out of space for your draft. If you close, you lose it.",
  keepWriting: "Keep writing",
  yourDraftWasKept: "Your draft was kept",
  startOver: "Start over",
  startedOver: "Started over",
  unsavedDrafts: "Unsaved drafts",
  untitled: "Untitled",
  draftDiscarded: "Draft discarded",
  discard: "Discard",
  // field
  optional: "Optional",
  // list-filters
  newsletter: "Newsletter",
  allNewsletters: "All Newsletters",
  status: "Status",
  allStatus: "All Status",
  // markdown/markdown
  linkToTokens: (tokens: string) => `Link to “${tokens}”`,
  tableJoin: (join: string) => `Table: ${join}`,
  // newsletter-field
  noNewsletterIsActiveCreate: "No active newsletter. Create or activate one first.",
  selectANewsletter: "Select a newsletter",
  // not-loaded
  theServerCantBeReached: "The server can't be reached",
  thisPageOpensByItself: "The page opens when you're back online. What you saved is safe.",
  letterpressWasUpdated: "Letterpress was updated",
  reloadToGetTheNew: "Reload to get the new version. What you saved is safe.",
  thisPageDidntLoad: "This page didn't load",
  whatYouSavedIsSafe: "What you saved is safe. Try again, or reload if that doesn't help.",
  loadingPage: "Loading page...",
  reloadPage: "Reload page",
  tryAgain: "Try Again",
  // page-buttons
  previous: "Previous",
  next: "Next",
  // password-input
  hideWhatIsTyped: "Hide password",
  showWhatIsTyped: "Show password",
  // tag-button
  insertAMergeTag: "Insert a merge tag",
  // zone-picker
  common: "Common",
  allTimeZones: "All time zones",
  timeZones: "Time zones",
  noZoneHasThisName: "No matching time zone.",
  moreMoreTypeToNarrow: (more: number) => `${more} more. Type to narrow down.`,
  draftKeptFrom: (time: string) => `Your draft was kept (from ${time}).`,
  notSavedSince: (time: string) => `· not saved, from ${time}`,
  theCode: "the code",
};
