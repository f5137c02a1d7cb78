import { formatNumber } from "@/lib/format";

export const say = {
  // api-page
  loadingTheAPI: "Loading the API...",
  thereIsNoSuchCall: "No such call",
  thisVersionOfTheAPI: "This version of the API doesn't have it, or it was renamed. The list has every call.",
  allCalls: "All calls",
  api: "API",
  everythingTheDashboardDoesYour: "Your apps can do everything the dashboard does. This is the API of this server.",
  theAPIsDescriptionCouldNot: "The API's description didn't load",
  tryAgain: "Try Again",
  // examples-panel
  languageOfTheExample: "Language of the example",
  theLanguageExample: (value: string) => `the ${value} example`,
  // examples
  python: "Python",
  none: "None",
  trueIt: "True",
  falseIt: "False",
  openDeeperRowNJoin: (open: string, join: string, indent: string, close: string) => `${open}
${join}${indent}${close}`,
  // operation-list
  filterCalls: "Filter calls",
  filterCalls2: "Filter calls...",
  noCallMatchesTrim: (trim: string) => `No call matches “${trim}”.`,
  calls: "Calls",
  // operation-view
  needsNoSignIn: "Needs no sign-in.",
  needsSomebodyWhoIsSigned: "Needs a signed-in session. API keys can't call it.",
  scope: "Scope",
  required: "required",
  hide: "Hide",
  show: "Show",
  thePath: "the path",
  theEvent: "the event",
  theNameOfTheEvent: "the name of the event",
  yourServerReceives: "Your server receives this; you don't call it. <link>Add a webhook</link> to get it.",
  theExampleOfThe: "the example of the response",
  headers: "Headers",
  yourResponse: "Your response",
  example: "Example",
  tryIt: "Try it",
  withYourOwnSessionIt: "with your own session, read-only",
  parameters: "Parameters",
  body: "Body",
  answers: "Responses",
  // schema-tree
  oneOf: "One of",
  // schema
  choiceAt: (value: number) => `Choice ${value}`,
  lowToHigh: (low: number, high: number) => `${low} to ${high}`,
  // try-it
  answer: "Answer",
  millisecondsMs: (milliseconds: number) => `${formatNumber(milliseconds)} ms`,
  theAnswer: "the answer",
  theBeginningOfTheAnswer: "Only the start of the response is shown.",
  enterName: (name: string) => `Enter ${name}.`,
  // welcome
  theFirstCall: "Your first call",
  theFirstCall2: "the first call",
  exportLETTERPRESSAPIKEYCurl: (origin: string) => `export LETTERPRESS_API_KEY=…
curl '${origin}/api/newsletters' \\
  -H "Authorization: Bearer $LETTERPRESS_API_KEY"`,
  inTheGuide: "In the guide:",
  or: "or",
  asking: "Asking...",
  firstCallHow:
    "Create a key under <link>Settings, API Settings</link> and send it with every call. Errors are JSON with a message in <code>detail</code>.",
  listsPage:
    "<strong>Lists</strong> come in pages: follow the <code>Link</code> header while it has a <code>next</code>.",
  postsRepeat: "<strong>Retry a POST safely</strong> with the same <code>Idempotency-Key</code>: it never runs twice.",
  wholeDescription: (openapi: string, version: string) =>
    `<strong>For tools</strong> there's <link>an OpenAPI ${openapi} document</link>, version ${version}.`,
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  orNull: " or null",
  listOf: (inner: string) => `list of ${inner}`,
  mapOf: (inner: string) => `map of ${inner}`,
  atMost: (high: number) => `at most ${high}`,
  atLeast: (low: number) => `at least ${low}`,
};
