/** The pages of the settings, in their order. */
export const sections = [
  { slug: "account", title: "Account Information", anchors: ["account-settings", "time-zone"] },
  { slug: "email", title: "Email Configuration", anchors: ["email-configuration"] },
  { slug: "api", title: "API Settings", anchors: ["api-settings", "create-api-key", "webhooks", "add-webhook"] },
  { slug: "notifications", title: "Notifications", anchors: ["notifications"] },
  {
    slug: "security",
    title: "Security",
    anchors: ["security", "email-address", "password", "authenticator-app", "passkeys", "devices", "activity"],
  },
  { slug: "data", title: "Your Data", anchors: ["your-data"] },
  { slug: "danger-zone", title: "Danger Zone", anchors: ["danger-zone"] },
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
