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
  asWideAsItsPlace: "As wide as its place",
  width: "Width",
  asItsTextNeeds: "As its text needs",
  cornerRadius: "Corner radius",
  asTheTheme: "As the theme",
  // blocks/button/schema
  clickHere: "Click Here",
  // blocks/columns/index
  columns: "Columns",
  lengthColumnS: (length: number, value: string) => `${length} column${value}`,
  thereIsNothingInThese: "There is nothing in these columns.",
  removeTheColumns: "Remove the columns",
  // blocks/columns/panel
  layout: "Layout",
  numberOfColumns: "Number of columns",
  gap: "Gap",
  belowOneAnotherOnPhones: "Below one another on phones",
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
  theColumnsOfABlock: "The columns of a block could not be read; it has two empty ones now.",
  aColumnThatCouldNot: "A column that could not be read was left empty.",
  aBlockHoldsAtMost: (maxColumns: number) =>
    `A block holds at most ${maxColumns} columns; what stood further right is below the last one.`,
  widthsOfColumnsWereMade: "Widths of columns were made equal.",
  // blocks/divider/index
  divider: "Divider",
  // blocks/divider/panel
  line: "Line",
  thickness: "Thickness",
  color: "Color",
  // blocks/empty-text
  thisWhatIsEmptyFor: (what: string) => `This ${what} is empty; for distance there are spacers.`,
  remove: "Remove",
  // blocks/heading/index
  heading: "Heading",
  // blocks/heading/panel
  level: "Level",
  headingValue: (value: string) => `Heading ${value}`,
  byItsLevel: "By its level",
  // blocks/heading/schema
  newHeading: "New Heading",
  // blocks/hero-image/checks
  thePictureBesideTheText:
    "The picture beside the text has no alternative text. Leave it so only if it shows nothing new.",
  // blocks/hero-image/index
  heroWithImage: "Hero with image",
  // blocks/hero-image/panel
  picture: "Picture",
  imageURL: "Image URL",
  alternativeText: "Alternative text",
  whatThePictureSaysEmpty: "What the picture says; empty when it says nothing that the words do not.",
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
  thePictureIsALink: "The picture is a link, and without an alternative text nobody hears where it leads.",
  thePictureHasNoAlternative: "The picture has no alternative text: who cannot see it learns nothing of it.",
  markAsDecorative: "Mark as decorative",
  // blocks/image/index
  image: "Image",
  // blocks/image/panel
  whatThePictureSaysFor: "What the picture says, for those who do not see it.",
  decorative: "Decorative",
  itSaysNothingThatThe: "It says nothing that the text does not; screen readers pass over it.",
  sizeAndLink: "Size and link",
  automatic: "Automatic",
  height: "Height",
  whereAClickOnThe: "Where a click on the picture leads.",
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
  thereIsNoLinkTo: "There is no link to unsubscribe. Mails to a list must have one.",
  addAFooter: "Add a footer",
  theMailHasKilobytesKB: (kilobytes: number) =>
    `The mail has ${kilobytes} KB; Gmail cuts it off at 102. This block is the largest.`,
  theMailHasKilobytesKBAt: (kilobytes: number) =>
    `The mail has ${kilobytes} KB; at 102 Gmail would cut it off. This block is the largest.`,
  theMailHasNoSubject: "The mail has no subject.",
  theSubjectHasLengthCharacters: (length: number, longSubject: number) =>
    `The subject has ${length} characters; most programs show fewer than ${longSubject}.`,
  thereIsNoPreviewText: "There is no preview text, so the first words of the mail stand beside the subject.",
  // checks/content
  thisStillSaysWhatA: "This still says what a new block says.",
  hereStandsWhatFound: (what: string, value: string) => `Here stands ${what}: ${value}.`,
  thePlaceholderStillStandsWhere: "The placeholder still stands where a picture should.",
  aMailOfThisLength: "A mail of this length is easier to read with a heading or two.",
  makeItLevelLevel: (level: number) => `Make it level ${level}`,
  thereIsMoreThanOne: "There is more than one heading of level 1; a mail has one title.",
  aHeadingOfLevelLevel: (level: number, value: string, most: number) =>
    `A heading of level ${level} follows ${value}; level ${most} would.`,
  // checks/contrast
  hardToReadModeWhat: (mode: string, what: string, color: string, ground: string, ratio: number, least: number) =>
    `Hard to read${mode}: ${what} in ${color} on ${ground} has a contrast of ${ratio}; ${least} is the least.`,
  useAReadableColour: "Use a readable colour",
  // checks/links
  aLinkHasNoText: "A link has no text.",
  wordsDoesNotSayWhere: (words: string) => `${words} does not say where the link leads.`,
  wordsIsAnAddressWords: (words: string) => `${words} is an address; words say better what is behind it.`,
  whatLeadsNowhere: (what: string) => `${what} leads nowhere.`,
  theLinkWords: (words: string) => `The link ${words}`,
  aLink: "A link",
  thePicture: "The picture",
  whatLeadsToHostWhich: (what: string, host: string) => `${what} leads to ${host}, which your readers cannot reach.`,
  whatIsNotEncryptedUrl: (what: string, url: string) => `${what} is not encrypted: ${url}.`,
  useHttps: "Use https",
  brokenIsNotAMerge: (broken: string) => `${broken} is not a merge tag that can be filled in.`,
  thereIsNoMergeTag: (path: string) => `There is no merge tag ${path}.`,
  // factory
  untitledTemplate: "Untitled Template",
  // hostile
  styleSheetsRemoved: "Style sheets removed",
  gmailWithOtherAccountsGmail: "Gmail with other accounts, Gmail on the mobile web",
  styleSheetsClassesAndThe: "Style sheets, classes and the frame's attributes removed",
  yahooGMXAndWebmailThat: "Yahoo, GMX and webmail that shows a mail in its own page",
  picturesBlocked: "Pictures blocked",
  outlookCompanyNetworksPrivacySettings: "Outlook, company networks, privacy settings",
  drawnByWord: "Drawn by Word",
  outlookForWindows: "Outlook for Windows",
  coloursInverted: "Colours inverted",
  darkModeOfTheGmail: "Dark mode of the Gmail and Outlook apps",
  // import
  theWholeMailAsIt: "The whole mail, as it was exported",
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
  thereWereMoreProblemsOf: "There were more problems of this kind.",
  aMailHoldsAtMost: (maxBlocks: number) => `A mail holds at most ${maxBlocks} blocks; the rest was left out.`,
  keyOfATypeBlock: (key: string, type: string) =>
    `“${key}” of a ${type} block could not be read and was set to its default.`,
  keyOfATypeBlockCould: (key: string, type: string) =>
    `“${key}” of a ${type} block could not be read and was left out.`,
  aTypeBlockWasToo: (type: string) => `A ${type} block was too long and was cut.`,
  // parse
  anEntryThatIsNo: "An entry that is no block was left out.",
  aBlockOfTheUnknown: (slice: string) => `A block of the unknown type “${slice}” was left out.`,
  columnsWithinColumnsWerePut: "Columns within columns were put one below another.",
  columnsNestedTooDeepWere: "Columns nested too deep were left out.",
  theDesignCouldNotBe: "The design could not be read; the standard one is used.",
  keyOfTheDesignCould: (key: string) => `“${key}” of the design could not be read and was left out.`,
  theKeyCouldNotBe: (key: string) => `The ${key} could not be read.`,
  itHoldsNoListOf: "It holds no list of blocks.",
  thisIsNoMail: "This is no mail.",
  aShortLineThatSays: "A short line that says why",
  tellYourReadersWhatIs: "Tell your readers what is new and what is in it for them.",
  readMore: "Read more",
  sliceText: (value: string) => `“${value}”`,
};
