export const say = {
  // report
  letterpressVersion: (version: string) => `Letterpress ${version}`,
  engineEngine: (engine: string) => `Engine: ${engine}`,
  browserBrowser: (browser: string) => `Browser: ${browser}`,
  // support-page
  health: "Health",
  everythingThatCanBeChecked: "Everything that can be checked from here is fine.",
  badOfLengthChecksNeed: (bad: number, length: number, value: string) =>
    `${bad} of ${length} checks ${value} attention.`,
  whereToAsk: "Where to ask",
  theGuide: "The guide",
  cameWithThisVersionFor: "came with this version, for authors and operators. The search box looks through it too.",
  theAPIsReference: "The API's reference",
  hasEveryCallWithExamples: "has every call, with examples to copy.",
  youLookAfterThisInstallation:
    "You look after this installation. The report above is what to attach when you ask somebody about it; addresses are left out of it.",
  forEverythingElseAskWhoever:
    "For everything else, ask whoever looks after this installation, and send the report above along; addresses are left out of it.",
  support: "Support",
  whichVersionRunsHereHow: "Which version runs here, how it is, and where to ask.",
  copyReport: "Copy report",
  theReport: "The report",
  downloadReport: "Download report",
  thisInstallation: "This installation",
  loading: "Loading...",
  thisServerIsOlderThan: "This server is older than this page and does not tell.",
  fine: " – fine",
  needsAttention: "needs attention",
};
