export const say = {
  // report
  letterpressVersion: (version: string) => `Letterpress ${version}`,
  engineEngine: (engine: string) => `Engine: ${engine}`,
  browserBrowser: (browser: string) => `Browser: ${browser}`,
  // support-page
  health: "Health",
  everythingThatCanBeChecked: "All checks passed.",
  badOfLengthChecksNeed: (bad: number, length: number, value: string) =>
    `${bad} of ${length} checks ${value} attention.`,
  whereToAsk: "Where to ask",
  theGuide: "The guide",
  cameWithThisVersionFor: "for authors and operators, matching this version. Search finds it too.",
  theAPIsReference: "The API's reference",
  hasEveryCallWithExamples: "every call, with examples to copy.",
  youLookAfterThisInstallation:
    "You run this installation. Attach the report above when you ask for help. It contains no addresses.",
  forEverythingElseAskWhoever:
    "For anything else, ask the operator of this installation and send them the report above. It contains no addresses.",
  support: "Support",
  whichVersionRunsHereHow: "Version, health and where to get help.",
  copyReport: "Copy report",
  theReport: "The report",
  downloadReport: "Download report",
  thisInstallation: "This installation",
  loading: "Loading...",
  thisServerIsOlderThan: "This server is too old to tell.",
  fine: " – fine",
  worthKnowing: "worth knowing",
  needsAttention: "needs attention",
  ofAnEarlierVersion: "of an earlier version",
};
