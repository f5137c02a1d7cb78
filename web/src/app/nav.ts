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
    title: "Dashboard",
    items: [
      {
        path: "/",
        title: "Overview",
        icon: LayoutDashboard,
        key: "o",
        sections: [
          { id: "overview", title: "Overview" },
          { id: "recent-activity", title: "Recent Activity" },
          { id: "quick-stats", title: "Quick Stats" },
        ],
      },
      {
        path: "/analytics",
        title: "Analytics",
        icon: ChartNoAxesColumn,
        key: "a",
        sections: [
          { id: "performance-overview", title: "Performance Overview" },
          { id: "email-metrics", title: "Email Metrics" },
          { id: "subscriber-growth", title: "Subscriber Growth" },
        ],
      },
    ],
  },
  {
    title: "Newsletter Management",
    items: [
      {
        path: "/newsletters",
        title: "Newsletters",
        icon: Mails,
        key: "n",
        sections: [
          { id: "create-newsletter", title: "Create Newsletter" },
          { id: "manage-newsletters", title: "Manage Newsletters" },
          { id: "newsletter-settings", title: "Newsletter Settings" },
        ],
      },
      {
        path: "/subscribers",
        title: "Subscribers",
        icon: Users,
        key: "s",
        sections: [
          { id: "add-subscribers", title: "Add Subscribers" },
          { id: "import-export", title: "Import/Export" },
          { id: "subscriber-lists", title: "Subscriber Lists" },
        ],
      },
      {
        path: "/campaigns",
        title: "Campaigns",
        icon: Send,
        key: "c",
        sections: [
          { id: "create-campaign", title: "Create Campaign" },
          { id: "send-campaign", title: "Send Campaign" },
          { id: "campaign-history", title: "Campaign History" },
        ],
      },
    ],
  },
  {
    title: "Tools",
    items: [
      {
        path: "/templates",
        title: "Templates",
        icon: LayoutTemplate,
        key: "t",
        sections: [
          { id: "email-templates", title: "Email Templates" },
          { id: "template-editor", title: "Template Editor" },
        ],
      },
      {
        path: "/settings",
        title: "Settings",
        icon: Settings,
        key: "e",
        sections: [
          { id: "account-settings", title: "Account Settings" },
          { id: "email-configuration", title: "Email Configuration" },
          { id: "api-settings", title: "API Settings" },
        ],
      },
    ],
  },
  {
    title: "Admin",
    items: [
      {
        path: "/domains",
        title: "Domains",
        icon: Globe,
        key: "d",
        sections: [
          { id: "domain-list", title: "Domain List" },
          { id: "add-domain", title: "Add Domain" },
          { id: "dns-configuration", title: "DNS Configuration" },
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
