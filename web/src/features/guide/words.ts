export const say = {
  // article
  previousAndNextPageOf: "Previous and next page of the guide",
  loadingPage: "Loading page...",
  thisPageCouldNotBe: "This page could not be read",
  tryAgain: "Try Again",
  // contents-page
  documentation: "Documentation",
  theGuideForAuthorsAnd: "The guide for authors and operators. It belongs to this version of Letterpress.",
  // guide-page
  pageNotFound: "Page not found",
  theGuideHasNoSuch: "The guide has no such page",
  itMayHaveAnotherName: "It may have another name now. The list of pages and the search of the guide know all of them.",
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
  guideNotRead: (reason: string) => `The guide could not be read. ${reason} Reload the page and search again.`,
};
