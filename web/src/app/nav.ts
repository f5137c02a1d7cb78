import {
  ChartNoAxesColumn,
  Globe,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  Mails,
  Send,
  Settings,
  Users,
} from "lucide-react";
import { say } from "./words";

export interface Destination {
  path: string;
  title: string;
  icon: LucideIcon;
  /** Typed after "g". */
  key: string;
  sections: { id: string; title: string }[];
}

export interface NavGroup {
  title: string;
  items: Destination[];
}

/** One list makes the sidebar, the drawer, the footer's order, the shortcuts and the search's commands. */
export const groups: NavGroup[] = [
  {
    title: say.dashboard,
    items: [
      {
        path: "/",
        title: say.overview,
        icon: LayoutDashboard,
        key: "o",
        sections: [
          { id: "overview", title: say.overview },
          { id: "recent-activity", title: say.recentActivity },
          { id: "quick-stats", title: say.quickStats },
        ],
      },
      {
        path: "/analytics",
        title: say.analytics,
        icon: ChartNoAxesColumn,
        key: "a",
        sections: [
          { id: "performance-overview", title: say.performanceOverview },
          { id: "email-metrics", title: say.emailMetrics },
          { id: "subscriber-growth", title: say.subscriberGrowth },
        ],
      },
    ],
  },
  {
    title: say.newsletterManagement,
    items: [
      {
        path: "/newsletters",
        title: say.newsletters,
        icon: Mails,
        key: "n",
        sections: [
          { id: "create-newsletter", title: say.createNewsletter },
          { id: "manage-newsletters", title: say.manageNewsletters },
          { id: "newsletter-settings", title: say.newsletterSettings },
        ],
      },
      {
        path: "/subscribers",
        title: say.subscribers,
        icon: Users,
        key: "s",
        sections: [
          { id: "add-subscribers", title: say.addSubscribers },
          { id: "import-export", title: "Import/Export" },
          { id: "subscriber-lists", title: say.subscriberLists },
        ],
      },
      {
        path: "/campaigns",
        title: say.campaigns,
        icon: Send,
        key: "c",
        sections: [
          { id: "create-campaign", title: say.createCampaign },
          { id: "send-campaign", title: say.sendCampaign },
          { id: "campaign-history", title: say.campaignHistory },
        ],
      },
    ],
  },
  {
    title: say.tools,
    items: [
      {
        path: "/templates",
        title: say.templates,
        icon: LayoutTemplate,
        key: "t",
        sections: [
          { id: "email-templates", title: say.emailTemplates },
          { id: "template-editor", title: say.templateEditor },
        ],
      },
      {
        path: "/settings",
        title: say.settings,
        icon: Settings,
        key: "e",
        sections: [
          { id: "account-settings", title: say.accountSettings },
          { id: "email-configuration", title: say.emailConfiguration },
          { id: "api-settings", title: say.apiSettings },
        ],
      },
    ],
  },
  {
    title: say.admin,
    items: [
      {
        path: "/domains",
        title: say.domains,
        icon: Globe,
        key: "d",
        sections: [
          { id: "domain-list", title: say.domainList },
          { id: "add-domain", title: say.addDomain },
          { id: "dns-configuration", title: say.dnsConfiguration },
        ],
      },
    ],
  },
];

export const destinations: Destination[] = groups.flatMap((group) => group.items);

export function isHere(item: Destination, pathname: string): boolean {
  return item.path === "/" ? pathname === "/" : pathname === item.path || pathname.startsWith(`${item.path}/`);
}

export function neighbours(pathname: string): { previous: Destination | undefined; next: Destination | undefined } {
  const at = destinations.findIndex((item) => isHere(item, pathname));
  return at < 0
    ? { previous: undefined, next: undefined }
    : { previous: destinations[at - 1], next: destinations[at + 1] };
}

/** Where a mail is made, and everything else makes room. */
export const isWorkbench = (pathname: string): boolean =>
  /^\/templates\/(?:new|[^/]+\/edit)\/?$|^\/campaigns\/\d+\/\d+\/(?:design|edit)\/?$/.test(pathname);
