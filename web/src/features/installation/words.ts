export const say = {
  // confirm-dialog
  thisInstallationSendsAgain: "Sending is on again",
  whatWaitedLeavesWithinSeconds: "Waiting emails go out within seconds.",
  sendingCouldNotBeConfirmed: "Sending couldn't be confirmed.",
  sendFromThisInstallation: "Send from this installation?",
  itBeginsToSendWithin: "It starts sending within seconds and can't be held again.",
  cancel: "Cancel",
  startSending: "Start sending",
  beforeThatMakeSureOf: "First make sure that:",
  campaigns: "Campaigns",
  toOnlyLookIntoA: "Just looking into a backup? Leave it on hold.",
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
