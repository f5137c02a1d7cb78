import { countOf, formatExact } from "@/lib/format";

export const say = {
  // bring-html
  yourHTMLCouldNotBe: "Your HTML couldn't be read.",
  writeWithoutHTML: "Write without HTML",
  cancel: "Cancel",
  startEmpty: "Start empty",
  keepMyWords: "Keep my words",
  yourHTMLBecomesTextPictures:
    "Your HTML becomes text, images and buttons you can edit. Its layout and styles may change.",
  // design-view
  designSubject: (subject: string) => `Design: ${subject}`,
  failedToUpdateCampaign: "Failed to update campaign",
  campaignUpdated: "Campaign updated",
  // html/html-field
  htmlContent: "HTML Content",
  optional: "Optional",
  hintTypeForMoreTab: (htmlHint: string) =>
    `${htmlHint} Type {{ for more. Tab indents; Esc, then Tab leaves the field.`,
  // html/merge-tag-completion
  labelOrElse: (label: string) => `${label}, fallback`,
  // lengths
  phonesShowAboutPHONECharacters: (phone: number, desktop: number) =>
    `Phones show about ${phone} characters, desktops about ${desktop}.`,
  lengthFitsOnPhonesAnd: (length: string) => `${length}: fits on phones and desktops.`,
  lengthFitsOnDesktopsPhones: (length: string, phone: number) =>
    `${length}: fits on desktops, phones show about ${phone}.`,
  lengthTooLongDesktopsShow: (length: string, desktop: number, phone: number) =>
    `${length}: too long. Desktops show about ${desktop}, phones about ${phone}.`,
  theLineThatInboxesShow: "Shown after the subject in inboxes. Leave empty to show the first words.",
  togetherWithTheSubjectInboxes: (together: string, both: number) =>
    `${together} with the subject: inboxes show about ${both}.`,
  togetherWithTheSubjectToo: (together: string, both: number) =>
    `${together} with the subject: too long. Inboxes show about ${both}.`,
  // letter
  thisCampaignIsntADraft: "This campaign isn't a draft any more",
  notEverythingCouldBeSaved: "Not everything could be saved.",
  campaign: "Campaign",
  // message-fields
  subjectLine: "Subject Line",
  previewText: "Preview text",
  // mode-choice
  write: "Write",
  design: "Design",
  howTheContentIsWritten: "How the content is written",
  // notices
  copyMyText: "Copy my text",
  viewReport: "View Report",
  thisCampaignIsntADraftAny: "This campaign isn't a draft any more. What you wrote since the last save isn't in it.",
  thisCampaignWasDeletedYour: "This campaign was deleted. Your text is still here.",
  thisCampaignIsOpenIn: "This campaign is open in another tab. Each follows what the other saves.",
  // preview-pane
  preview: "Preview",
  from: "From",
  subject: "Subject",
  previewOfSubject: (subject: string) => `Preview of ${subject}`,
  loadingPreview: "Loading preview...",
  // prose/behaviour
  writeYourEmailTypeTo: "Write your email. Type / to add an image, a button and more.",
  // prose/insert-menu
  picture: "Image",
  button: "Button",
  divider: "Divider",
  heading: "Heading",
  smallHeading: "Small heading",
  bulletList: "Bullet list",
  numberedList: "Numbered list",
  quote: "Quote",
  mergeTag: "Merge tag",
  add: "Add",
  addToTheEmail: "Add to the email",
  findWhatToAdd: "Find what to add",
  nothingHasThisName: "No match.",
  addAPictureAButton: "Add an image, a button or something else",
  // prose/part-forms
  done: "Done",
  description: "Description",
  describeTheImageForPeople: "Describe the image for people who can't see it.",
  decorative: "Decorative",
  screenReadersSkipIt: "Screen readers skip it.",
  link: "Link",
  primary: "Primary",
  secondary: "Secondary",
  outline: "Outline",
  buttonText: "Button text",
  style: "Style",
  // prose/part-view
  editToLowerCase: (toLowerCase: string) => `Edit ${toLowerCase}`,
  editInDesign: "Edit in Design",
  moveUp: "Move up",
  moveDown: "Move down",
  remove: "Remove",
  describeThisImage: "Describe this image",
  part: "Part",
  thisPartWasMadeWith: "This part was made with a newer version. It stays in your email unchanged.",
  // prose/prose-editor
  somePicturesCouldntBePasted:
    "Some images couldn't be pasted with the text. Drop their files here, or paste them one by one.",
  // prose/prose-toolbar
  paragraphStyle: "Paragraph style",
  text: "Text",
  formatting: "Formatting",
  // prose/prose
  emailTextAltF10For: "Email text, Alt+F10 for formatting",
  // prose/upload-line
  uploadingName: (name: string) => `Uploading ${name}...`,
  tryAgain: "Try Again",
  uploadingName2: (name: string) => `Uploading ${name}`,
  // prose/uploads
  nameIsInYourImages: (name: string) => `${name} is in your images`,
  theImageCouldNotBe: "The image couldn't be uploaded.",
  // save-line
  plainTextContent: "Plain Text Content",
  audience: "Audience",
  aBTest: "A/B test",
  content: "Content",
  savedSecondsSAgo: (seconds: number) => `Saved ${seconds} s ago`,
  savedSecondsMinAgo: (floor: number) => `Saved ${floor} min ago`,
  savedNow: (formatSince: string) => `Saved ${formatSince}`,
  keptInThisBrowser: "Kept in this browser.",
  thisBrowserHasNoRoom: "This browser is out of space for it.",
  notSavedYetNoConnection: (here: string) => `Not saved yet: no connection. ${here}`,
  notSavedMessage: (message: string) => `Not saved: ${message}`,
  savedExceptFields: (fields: string) => `Saved, except ${fields}.`,
  notSavedThereIsA: "Not saved: there is a newer version.",
  notSavedHere: (here: string) => `Not saved. ${here}`,
  saved: "Saved",
  saving: "Saving...",
  notSavedYet: "Not saved yet",
  // side-panel
  opensAndClicksBySubscriber: "Opens and clicks, by subscriber.",
  opensAndClicksWithoutIdentifying: "Opens and clicks, without identifying subscribers.",
  neitherOpensNorClicks: "Neither opens nor clicks.",
  sender: "Sender",
  change: "Change",
  theSender: " the sender",
  schedule: "Schedule",
  changeSchedule: "Change schedule",
  notScheduled: "Not scheduled.",
  details: "Details",
  hideDetails: "Hide details",
  showDetails: "Show details",
  tracking: "Tracking",
  setInTheNewsletter: "Set in the newsletter",
  // use-leaving
  closeWithoutSaving: "Close without saving?",
  thisBrowserHasNoRoomTo: "This browser is out of space for your draft. If you close, you lose it.",
  close: "Close",
  keepWriting: "Keep writing",
  yourDraftWasKept: "Your draft was kept",
  // use-mode
  yourHTMLTakesThePlace: "Your HTML replaces the design",
  yourHTMLIsNowText: "Your HTML is now text",
  // use-writing
  yourSessionEnded: "Your session ended.",
  // versions/version-view
  theWordsAreTheSame: "The words are the same. What differs is how they look, or the A/B test.",
  versionOfAt: (saved_at: string) => `Version of ${formatExact(saved_at)}`,
  thisVersionHasNoContent: "This version has no content.",
  show: "Show",
  changes: "Changes",
  // versions/versions-dialog
  you: "You",
  apiKeyName: (name: string) => `API key "${name}"`,
  anAPIKey: "An API key",
  current: "Current",
  loadingVersion: "Loading version...",
  restoring: "Restoring...",
  restore: "Restore",
  theVersionCouldNotBe: "The version couldn't be restored.",
  versionRestored: "Version restored",
  versions: "Versions",
  savesWithinFiveMinutesAre:
    "Saves within five minutes are one version. Restoring keeps what you have now as a version too.",
  loadingVersions: "Loading versions...",
  noEarlierVersionsTheFirst: "No earlier versions. The first appears when you change your email.",
  // write-header
  more: "More",
  duplicate: "Duplicate",
  deleteIt: "Delete",
  campaigns: "Campaigns",
  editCampaign: "Edit Campaign",
  testSend: "Test send",
  sendNow: "Send Now",
  sendCampaign: "Send Campaign",
  // write-page
  loadingCampaign: "Loading campaign...",
  thisCampaignWasCancelledAnd: "This campaign was cancelled and can't be edited.",
  campaignNotFound: "Campaign not found",
  theCampaignCouldNotBe: "The campaign didn't load",
  itMayHaveBeenDeleted: "It may have been deleted.",
  allCampaigns: "All campaigns",
  headingLevel: (level: number) => `Heading ${level}`,
  sinceThen: (added: number, removed: number) =>
    `Since then: ${countOf(added, "word")} <ins>added</ins>, ${countOf(removed, "word")} <del>removed</del>`,
  uncertainDeliveries: "what to do about unconfirmed deliveries",
  nameIsNotAnImage: (name: string) => `${name} isn't an image that emails can show. Use PNG, JPEG, GIF or WebP.`,
  characters: (count: number) => `${count} ${count === 1 ? "character" : "characters"}`,
  longest: (subject: string) => `Longest: “${subject}”.`,
};
