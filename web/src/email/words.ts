export const say = {
  // blocks/button/checks
  theButton: "The button",
  // blocks/button/index
  button: "Button",
  // blocks/button/panel
  content: "Content",
  text: "Text",
  link: "Link",
  style: "Style",
  primary: "Primary",
  secondary: "Secondary",
  outline: "Outline",
  asWideAsItsPlace: "Full width",
  width: "Width",
  asItsTextNeeds: "Fit to text",
  cornerRadius: "Corner radius",
  asTheTheme: "Theme default",
  // blocks/button/schema
  clickHere: "Click Here",
  // blocks/columns/index
  columns: "Columns",
  lengthColumnS: (length: number, value: string) => `${length} column${value}`,
  thereIsNothingInThese: "These columns are empty.",
  removeTheColumns: "Remove the columns",
  // blocks/columns/panel
  layout: "Layout",
  numberOfColumns: "Number of columns",
  gap: "Gap",
  belowOneAnotherOnPhones: "Stack on phones",
  verticalAlignment: "Vertical alignment",
  top: "Top",
  middle: "Middle",
  bottom: "Bottom",
  columnWidths: "Column widths",
  widthOfColumnAt: (value: number) => `Width of column ${value}`,
  equalWidths: "Equal widths",
  // blocks/columns/render
  widthPxStyleColor: (width: number, style: string, color: string) => `${width}px ${style} ${color}`,
  // blocks/columns/schema
  theColumnsOfABlock: "The columns of a block couldn't be read. It has two empty ones now.",
  aColumnThatCouldNot: "A column couldn't be read and was left empty.",
  aBlockHoldsAtMost: (maxColumns: number) =>
    `A block holds at most ${maxColumns} columns. The rest is now below the last one.`,
  widthsOfColumnsWereMade: "The columns were made equally wide.",
  // blocks/divider/index
  divider: "Divider",
  // blocks/divider/panel
  line: "Line",
  thickness: "Thickness",
  color: "Color",
  // blocks/empty-text
  thisWhatIsEmptyFor: (what: string) => `This ${what} is empty. To add space, use a spacer.`,
  remove: "Remove",
  // blocks/heading/index
  heading: "Heading",
  // blocks/heading/panel
  level: "Level",
  headingValue: (value: string) => `Heading ${value}`,
  byItsLevel: "By level",
  // blocks/heading/schema
  newHeading: "New Heading",
  // blocks/hero-image/checks
  thePictureBesideTheText:
    "The image beside the text has no alternative text. Leave it empty only if the image adds nothing.",
  // blocks/hero-image/index
  heroWithImage: "Hero with image",
  // blocks/hero-image/panel
  picture: "Picture",
  imageURL: "Image URL",
  alternativeText: "Alternative text",
  whatThePictureSaysEmpty: "Describe the image. Leave empty if it adds nothing to the text.",
  imagePosition: "Image position",
  left: "Left",
  right: "Right",
  // blocks/hero-image/schema
  somethingNew: "Something new",
  // blocks/hero/index
  heroSection: "Hero section",
  // blocks/hero/schema
  welcome: "Welcome",
  // blocks/image/checks
  thePicturesLink: "The picture's link",
  thePictureIsALink: "This image is a link. Without alternative text, screen readers can't say where it goes.",
  thePictureHasNoAlternative: "This image has no alternative text, so people who can't see it miss it.",
  markAsDecorative: "Mark as decorative",
  // blocks/image/index
  image: "Image",
  // blocks/image/panel
  whatThePictureSaysFor: "Describe the image for people who can't see it.",
  decorative: "Decorative",
  itSaysNothingThatThe: "Decorative: screen readers skip it.",
  sizeAndLink: "Size and link",
  automatic: "Automatic",
  height: "Height",
  whereAClickOnThe: "Where a click on the image goes.",
  // blocks/social/index
  socialLinks: "Social links",
  // blocks/social/panel
  facebook: "Facebook",
  twitter: "Twitter",
  instagram: "Instagram",
  links: "Links",
  nameURL: (value: string) => `${value} URL`,
  show: "Show",
  icons: "Icons",
  names: "Names",
  both: "Both",
  // blocks/spacer/index
  spacer: "Spacer",
  heightPx: (height: number) => `${height} px`,
  // blocks/spacer/panel
  size: "Size",
  // checks
  thereIsNoLinkTo: "There's no unsubscribe link. Newsletters must have one.",
  addAFooter: "Add a footer",
  theMailHasKilobytesKB: (kilobytes: number) =>
    `This email is ${kilobytes} KB. Gmail cuts it off at 102 KB. This block is the largest.`,
  theMailHasKilobytesKBAt: (kilobytes: number) =>
    `This email is ${kilobytes} KB. At 102 KB Gmail would cut it off. This block is the largest.`,
  theMailHasNoSubject: "Add a subject.",
  theSubjectHasLengthCharacters: (length: number, longSubject: number) =>
    `The subject is ${length} characters long. Most apps show fewer than ${longSubject}.`,
  thereIsNoPreviewText: "No preview text, so inboxes show the first words of the email instead.",
  // checks/content
  thisStillSaysWhatA: "This is still placeholder text.",
  hereStandsWhatFound: (what: string, value: string) => `Found ${what}: ${value}.`,
  thePlaceholderStillStandsWhere: "Replace the placeholder with an image.",
  aMailOfThisLength: "An email this long is easier to read with a heading or two.",
  makeItLevelLevel: (level: number) => `Make it level ${level}`,
  thereIsMoreThanOne: "There's more than one level 1 heading. Use one title.",
  aHeadingOfLevelLevel: (level: number, value: string, most: number) =>
    `A level ${level} heading follows ${value}. Use level ${most}.`,
  // checks/contrast
  hardToReadModeWhat: (mode: string, what: string, color: string, ground: string, ratio: number, least: number) =>
    `Hard to read${mode}: ${what} in ${color} on ${ground} has a contrast of ${ratio}. Aim for at least ${least}.`,
  useAReadableColour: "Use a readable color",
  // checks/links
  aLinkHasNoText: "A link has no text.",
  wordsDoesNotSayWhere: (words: string) => `${words} doesn't say where the link goes.`,
  wordsIsAnAddressWords: (words: string) => `${words} is a bare address. Say what's behind it instead.`,
  whatLeadsNowhere: (what: string) => `${what} goes nowhere.`,
  theLinkWords: (words: string) => `The link ${words}`,
  aLink: "A link",
  thePicture: "The picture",
  whatLeadsToHostWhich: (what: string, host: string) => `${what} points to ${host}, which subscribers can't reach.`,
  whatIsNotEncryptedUrl: (what: string, url: string) => `${what} isn't encrypted: ${url}.`,
  useHttps: "Use https",
  brokenIsNotAMerge: (broken: string) => `${broken} isn't a valid merge tag.`,
  thereIsNoMergeTag: (path: string) => `There's no merge tag ${path}.`,
  // factory
  untitledTemplate: "Untitled Template",
  // hostile
  styleSheetsRemoved: "Style sheets removed",
  gmailWithOtherAccountsGmail: "Gmail with other accounts, Gmail on the mobile web",
  styleSheetsClassesAndThe: "Style sheets, classes and the frame's attributes removed",
  yahooGMXAndWebmailThat: "Yahoo, GMX and webmail that shows emails inside its own page",
  picturesBlocked: "Images blocked",
  outlookCompanyNetworksPrivacySettings: "Outlook, company networks, privacy settings",
  drawnByWord: "Drawn by Word",
  outlookForWindows: "Outlook for Windows",
  coloursInverted: "Colors inverted",
  darkModeOfTheGmail: "Dark mode of the Gmail and Outlook apps",
  // import
  theWholeMailAsIt: "The whole email, as exported",
  // merge-tags
  firstName: "First name",
  ada: "Ada",
  lastName: "Last name",
  lovelace: "Lovelace",
  emailAddress: "Email address",
  newsletter: "Newsletter",
  theSlowWeb: "The Slow Web",
  unsubscribeLink: "Unsubscribe link",
  preferencesLink: "Preferences link",
  linkToThisIssueOn: "Link to this issue on the web",
  // parse-fields
  thereWereMoreProblemsOf: "There were more problems like this.",
  aMailHoldsAtMost: (maxBlocks: number) => `An email can have up to ${maxBlocks} blocks. The rest was left out.`,
  keyOfATypeBlock: (key: string, type: string) => `“${key}” of a ${type} block couldn't be read and was reset.`,
  keyOfATypeBlockCould: (key: string, type: string) => `“${key}” of a ${type} block couldn't be read and was left out.`,
  aTypeBlockWasToo: (type: string) => `A ${type} block was too long and was shortened.`,
  // parse
  anEntryThatIsNo: "An entry that isn't a block was left out.",
  aBlockOfTheUnknown: (slice: string) => `A block of unknown type “${slice}” was left out.`,
  columnsWithinColumnsWerePut: "Columns inside columns were stacked.",
  columnsNestedTooDeepWere: "Columns nested too deep were left out.",
  theDesignCouldNotBe: "The theme couldn't be read, so the default is used.",
  keyOfTheDesignCould: (key: string) => `“${key}” of the theme couldn't be read and was left out.`,
  theKeyCouldNotBe: (key: string) => `The ${key} couldn't be read.`,
  itHoldsNoListOf: "It has no list of blocks.",
  thisIsNoMail: "This isn't an email.",
  aShortLineThatSays: "A short line that says why",
  tellYourReadersWhatIs: "Tell your readers what is new and what is in it for them.",
  readMore: "Read more",
  sliceText: (value: string) => `“${value}”`,
};
