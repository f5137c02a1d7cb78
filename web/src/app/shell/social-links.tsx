import type { ReactNode } from "react";
import { useInstallation } from "@/api/installation";
import { say } from "../words";

interface Network {
  name: string;
  /** A host is one of these, or below one of these. */
  hosts: readonly string[];
  icon: ReactNode;
}

/** Drawn by us in the line of the other icons. */
const networks: readonly Network[] = [
  {
    name: say.facebook,
    hosts: ["facebook.com", "fb.com", "fb.me"],
    icon: <path d="M16.5 4h-2.3C12 4 10.5 5.5 10.5 7.9V20M7.5 11.5h8" />,
  },
  { name: "X", hosts: ["x.com", "twitter.com"], icon: <path d="M4.5 4h3.8l11.2 16h-3.8zM19 4l-6 6.9M5 20l6.2-7.1" /> },
  {
    name: say.instagram,
    hosts: ["instagram.com"],
    icon: (
      <>
        <rect x="4" y="4" width="16" height="16" rx="4.5" />
        <circle cx="12" cy="12" r="3.5" />
        <path d="M16.6 7.4h.01" />
      </>
    ),
  },
  {
    name: "LinkedIn",
    hosts: ["linkedin.com", "lnkd.in"],
    icon: (
      <>
        <rect x="4" y="4" width="16" height="16" rx="3" />
        <path d="M8.3 11v5.2M8.3 7.9h.01M12 16.2V11m0 2.4c0-3 3.9-3.2 3.9 0v2.8" />
      </>
    ),
  },
  {
    name: "YouTube",
    hosts: ["youtube.com", "youtu.be"],
    icon: (
      <>
        <rect x="3" y="5.5" width="18" height="13" rx="4" />
        <path d="m10.3 9.3 4.7 2.7-4.7 2.7z" />
      </>
    ),
  },
  {
    name: "GitHub",
    hosts: ["github.com", "github.io"],
    icon: (
      <path d="M9.5 20.5v-3c0-.8.2-1.4.7-1.8-2.9-.3-5.2-1.5-5.2-5.2 0-1.2.4-2.1 1.1-2.9-.3-.9-.3-1.9.1-2.8 0 0 1.2 0 2.8 1.2a9.7 9.7 0 0 1 5 0c1.6-1.2 2.8-1.2 2.8-1.2.4.9.4 1.9.1 2.8.7.8 1.1 1.7 1.1 2.9 0 3.7-2.3 4.9-5.2 5.2.5.4.7 1 .7 1.8v3M9.5 18.2c-2.8.9-3.5-1.3-4.8-1.6" />
    ),
  },
  {
    name: say.bluesky,
    hosts: ["bsky.app", "bsky.social"],
    icon: (
      <path d="M12 11.2C11 9 8.3 5.8 6 4.7 4.4 4 3.5 4.5 3.5 6.3c0 1.2.7 4.7 1.1 5.5.8 1.4 2.3 1.8 4 1.6-2.8.5-3.7 2-2 3.8 2.9 3 4.7-.5 5.4-2.7.7 2.2 2.5 5.7 5.4 2.7 1.7-1.8.8-3.3-2-3.8 1.7.2 3.2-.2 4-1.6.4-.8 1.1-4.3 1.1-5.5 0-1.8-.9-2.3-2.5-1.6-2.3 1.1-5 4.3-6 6.5z" />
    ),
  },
];

/** Anybody may run one: known by a name that says so, or by being among the largest. */
const mastodon: Network = {
  name: say.mastodon,
  hosts: ["fosstodon.org", "hachyderm.io", "mas.to"],
  icon: (
    <>
      <path d="M9 15.8c0 2.8 3.3 3.3 6.6 2.5v2c-6.6 1.7-11.1-.5-11.1-7.6V8.5c0-3 2-4.8 4.8-4.8h5.4c2.8 0 4.8 1.8 4.8 4.8v3c0 2.6-1.6 4.3-4.3 4.3z" />
      <path d="M8.7 12.3V9.1c0-2.5 3.3-2.5 3.3 0v2m0-2c0-2.5 3.3-2.5 3.3 0v3.2" />
    </>
  ),
};

const globe = (
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z" />
  </>
);

const isAt = (host: string, { hosts }: Network) => hosts.some((one) => host === one || host.endsWith(`.${one}`));

function networkOf(host: string): Omit<Network, "hosts"> {
  const known = networks.find((network) => isAt(host, network));
  if (known) return known;
  if (isAt(host, mastodon) || /(?:^|\.)(?:mastodon|mstdn)(?=[.-])/.test(host)) return mastodon;
  return { name: host, icon: globe };
}

/** What may stand in a link; the server gives nothing else. */
function hostOf(address: string): string | null {
  if (!address.startsWith("https://") || !URL.canParse(address)) return null;
  return new URL(address).hostname.replace(/^www\./, "");
}

/** The operator's own pages elsewhere. Nothing stands here where there are none. */
export function SocialLinks() {
  const { data } = useInstallation();
  const links = [...new Set(data?.social_links)].flatMap((address) => {
    const host = hostOf(address);
    return host === null ? [] : [{ address, ...networkOf(host) }];
  });
  if (links.length === 0) return null;
  const isOnly = (name: string) => links.filter((link) => link.name === name).length === 1;
  return (
    <ul aria-label={say.elsewhere} className="-mx-2 flex flex-wrap items-center">
      {links.map(({ address, name, icon }) => {
        // Two of a kind are told apart.
        const label = isOnly(name) ? name : `${name} (${new URL(address).pathname})`;
        return (
          <li key={address}>
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer me"
              title={label}
              className="flex size-9 items-center justify-center rounded-control text-muted transition-colors duration-150 hover:bg-surface hover:text-text"
            >
              <svg
                aria-hidden="true"
                viewBox="0 0 24 24"
                className="size-5"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                {icon}
              </svg>
              <span className="sr-only">{label}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
