export const say = {
  // account-mail
  keptHereInsteadOfDelivered: "Kept here until this installation has an email service.",
  mailToYou: "Emails to you",
  keptHereTooTheyAsk:
    "Also kept here: emails that ask subscribers to confirm an address or a request about their data.",
  questionsToSubscribers: "Questions to subscribers",
  // gated
  signIn: "Sign in",
  // nav
  dashboard: "Dashboard",
  overview: "Overview",
  recentActivity: "Recent Activity",
  quickStats: "Quick Stats",
  analytics: "Analytics",
  performanceOverview: "Performance Overview",
  emailMetrics: "Email Metrics",
  subscriberGrowth: "Subscriber Growth",
  newsletterManagement: "Newsletter Management",
  newsletters: "Newsletters",
  createNewsletter: "Create Newsletter",
  manageNewsletters: "Manage Newsletters",
  newsletterSettings: "Newsletter Settings",
  subscribers: "Subscribers",
  addSubscribers: "Add Subscribers",
  subscriberLists: "Subscriber Lists",
  campaigns: "Campaigns",
  createCampaign: "Create Campaign",
  sendCampaign: "Send Campaign",
  campaignHistory: "Campaign History",
  tools: "Tools",
  templates: "Templates",
  emailTemplates: "Email Templates",
  templateEditor: "Template Editor",
  settings: "Settings",
  accountSettings: "Account Settings",
  emailConfiguration: "Email Configuration",
  apiSettings: "API Settings",
  admin: "Admin",
  domains: "Domains",
  domainList: "Domain List",
  addDomain: "Add Domain",
  dnsConfiguration: "DNS Configuration",
  // not-found
  pageNotFound: "Page not found",
  sorryWeCouldntFindThe: "Sorry, we couldn't find the page you're looking for.",
  backToHome: "Back to home",
  // shell/drawer
  openMenu: "Open menu",
  menu: "Menu",
  closeMenu: "Close menu",
  // shell/error-boundary
  thisPageCouldNotBe: "This page couldn't be shown",
  messageWhatYouSavedIs: (message: string) => `${message} What you saved is safe. Reloading the page usually helps.`,
  reloadPage: "Reload page",
  // shell/footer
  previousAndNextPage: "Previous and next page",
  previous: "Previous",
  next: "Next",
  // shell/help-links
  documentation: "Documentation",
  support: "Support",
  help: "Help",
  // shell/page-skeleton
  loadingPage: "Loading page...",
  // shell/shell
  skipToContent: "Skip to content",
  // shell/shortcuts-dialog
  ctrl: "Ctrl",
  search: "Search",
  newOnThisPage: "New on this page",
  filterThisPage: "Filter this page",
  showThisList: "Show this list",
  esc: "Esc",
  closeTheTopLayer: "Close what's on top",
  keyboardShortcuts: "Keyboard shortcuts",
  goToTitle: (title: string) => `Go to ${title}`,
  // shell/sidebar
  letterpress: "Letterpress",
  main: "Main",
  // shell/social-links
  facebook: "Facebook",
  instagram: "Instagram",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  elsewhere: "Elsewhere",
  // shell/theme-toggle
  light: "Light",
  dark: "Dark",
  system: "System",
  toggleTheme: "Toggle theme",
  // shell/use-commands
  goToName: (name: string) => `Go to ${name}`,
  goTo: "Go to" as const,
  // shell/user-menu
  userMenu: "User menu",
  signOut: "Sign out",
  colophon: (year: number) => `© ${year} Letterpress. Your readers, your server, your words.`,
};
