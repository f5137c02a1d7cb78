import { say } from "./words";

/** The pages of the settings, in their order. */
export const sections = [
  { slug: "account", title: say.accountInformation, anchors: ["account-settings", "time-zone"] },
  { slug: "email", title: say.emailConfiguration, anchors: ["email-configuration"] },
  {
    slug: "api",
    title: say.apiSettings,
    anchors: ["api-settings", "create-api-key", "webhooks", "add-webhook", "messages"],
  },
  { slug: "notifications", title: say.notifications, anchors: ["notifications"] },
  {
    slug: "security",
    title: say.security,
    anchors: ["security", "email-address", "password", "authenticator-app", "passkeys", "devices", "activity"],
  },
  { slug: "data", title: say.yourData, anchors: ["your-data"] },
  { slug: "danger-zone", title: say.dangerZone, anchors: ["danger-zone"] },
] as const;

export type Section = (typeof sections)[number];

export const settingsPath = ({ slug }: Pick<Section, "slug">) => `/settings/${slug}`;

/** The page that an address leads to; links from when all of them were one page have only its part after the "#". */
export function sectionAt({ pathname, hash }: { pathname: string; hash: string }): Section {
  const [, , slug] = pathname.split("/");
  const anchor = hash.slice(1);
  return (
    sections.find((section) => section.slug === slug) ??
    sections.find(({ anchors }) => anchors.some((name) => name === anchor)) ??
    sections[0]
  );
}
