export const say = {
  // article
  previousAndNextPageOf: "Previous and next page of the guide",
  loadingPage: "Loading page...",
  thisPageCouldNotBe: "This page didn't load",
  tryAgain: "Try Again",
  // contents-page
  documentation: "Documentation",
  theGuideForAuthorsAnd: "The guide for authors and operators, for this version of Letterpress.",
  // guide-page
  pageNotFound: "Page not found",
  theGuideHasNoSuch: "No such page in the guide",
  itMayHaveAnotherName: "It may have been renamed. Look in the list of pages, or search the guide.",
  allPages: "All pages",
  breadcrumb: "Breadcrumb",
  allPagesOfTheGuide: "All pages of the guide",
  onThisPage: "On this page",
  // guide-search
  nothingInTheGuideAbout: (query: string) => `Nothing in the guide about “${query}”. Try fewer words.`,
  searchTheGuide: "Search the guide",
  searchTheGuide2: "Search the guide...",
  // page-list
  guide: "Guide",
  guideNotRead: (reason: string) => `The guide didn't load. ${reason} Reload the page and search again.`,
};
