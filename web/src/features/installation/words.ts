export const say = {
  // confirm-dialog
  thisInstallationSendsAgain: "This installation sends again",
  whatWaitedLeavesWithinSeconds: "What waited leaves within seconds.",
  sendingCouldNotBeConfirmed: "Sending could not be confirmed.",
  sendFromThisInstallation: "Send from this installation?",
  itBeginsToSendWithin: "It begins to send within seconds, and it cannot be held again.",
  cancel: "Cancel",
  startSending: "Start sending",
  beforeThatMakeSureOf: "Before that, make sure of two things:",
  campaigns: "Campaigns",
  toOnlyLookIntoA: "To only look into a backup, leave it as it is.",
  moreInTheGuide: "More in the guide",
  // held-banner
  nothingIsSent: "Nothing is sent",
  letItSend: "Let it send",
  confirming: "Confirming...",
  anAdministratorMustConfirmThat: " An administrator must confirm that this one sends from now on.",
  oldOneIsOff: "<strong>The old installation is switched off.</strong> Otherwise both send to the same subscribers.",
  campaignsGoOn:
    "<strong>No campaign continues that shouldn't.</strong> Campaigns that were sending when the backup was made continue from there: subscribers emailed after it get the email twice. Pause or cancel those campaigns under <link>Campaigns</link>.",
  restored: (date: string | null) =>
    `This installation was restored from a backup${date ? ` on ${date}` : ""}. The original may still be sending, so emails and webhooks wait.`,
};
