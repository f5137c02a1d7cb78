import { useCallback } from "react";
import type { Campaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { type LinkFigures, type Report, useLinkMap } from "@/api/reports";
import type { CsvCell } from "@/lib/csv-write";
import { formatNumber } from "@/lib/format";
import { useFilter } from "@/lib/hooks";
import { CsvButton } from "@/ui/chart/csv-button";
import { Empty } from "@/ui/empty";
import { Select } from "@/ui/field";
import { MailSheet } from "@/ui/mail-sheet";
import { Retry } from "@/ui/retry";
import { Card, Section, Skeleton } from "@/ui/surface";
import { type Inks, overlay } from "./link-overlay";
import { NumbersTable } from "./numbers-table";
import { TabSkeleton } from "./tab-skeleton";
import { say } from "./words";

const HEIGHT = "h-[56dvh] xl:h-[68dvh]";

/** A frame can't read the page's tokens, so it gets their values. */
function inksOfPage(): Inks {
  const tokens = getComputedStyle(document.documentElement);
  return { ground: tokens.getPropertyValue("--accent"), text: tokens.getPropertyValue("--accent-ink") };
}

const linkRows = (links: LinkFigures[]): CsvCell[][] => [
  [say.link, say.label, say.subscribersWhoClicked, say.allClicks, say.automatedClicks],
  ...links.map((link) => [link.url, link.label, link.clicks, link.all_clicks, link.robot_clicks]),
];

const orders = {
  clicks: { label: say.mostClickedFirst, by: (a: LinkFigures, b: LinkFigures) => b.all_clicks - a.all_clicks },
  email: { label: say.orderInTheEmail, by: () => 0 },
  robots: { label: say.mostAutomatedFirst, by: (a: LinkFigures, b: LinkFigures) => b.robot_clicks - a.robot_clicks },
};
const orderNames = ["clicks", "email", "robots"] as const;

function LinkName({ link }: { link: LinkFigures }) {
  return (
    <>
      <span className="block break-words font-medium">{link.label || link.url}</span>
      {/^https?:/i.test(link.url) ? (
        <a href={link.url} target="_blank" rel="noreferrer" className="link break-all text-12 text-muted">
          {link.url}
        </a>
      ) : (
        <span className="break-all text-12 text-muted">{link.url}</span>
      )}
    </>
  );
}

function Links({ links }: { links: LinkFigures[] }) {
  return (
    <NumbersTable
      label={say.clicksByLink}
      head={say.link}
      columns={[say.subscribers, say.allClicks, say.automated]}
      rows={links.map((link) => ({
        key: link.no,
        head: <LinkName link={link} />,
        values: [formatNumber(link.clicks), formatNumber(link.all_clicks), formatNumber(link.robot_clicks)],
      }))}
    />
  );
}

function MapFrame({ campaign, links }: { campaign: Campaign; links: LinkFigures[] }) {
  const { data, error, mutate } = useLinkMap(campaign);
  const change = useCallback((mail: Document) => overlay(mail, links, inksOfPage()), [links]);
  if (error && !data) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  if (!data) return <Skeleton className={`${HEIGHT} rounded-card`} />;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised print:hidden">
      <MailSheet
        title={say.clicksInSubject(campaign.subject)}
        html={data.html}
        change={change}
        className={`${HEIGHT} w-full bg-paper`}
      />
    </div>
  );
}

export function LinksSkeleton() {
  return (
    <TabSkeleton text={say.loadingLinks}>
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className={`${HEIGHT} rounded-card`} />
        <Skeleton className="h-72 rounded-card" />
      </div>
    </TabSkeleton>
  );
}

/** Where in the email subscribers clicked, as a picture and as a table. */
export function LinkSection({ report, campaign }: { report: Report; campaign: Campaign }) {
  const [order, setOrder] = useFilter("sort", orderNames);
  const { links, tracking } = report;
  if (tracking === "none") {
    return (
      <div className="mt-8">
        <Empty drawing="page" title={say.clicksArentTracked} text={say.thisNewsletterDoesntTrackOpens} />
      </div>
    );
  }
  if (links.length === 0) {
    return (
      <div className="mt-8">
        <Empty drawing="page" title={say.noLinks} text={say.thisEmailHasNoLinks} />
      </div>
    );
  }
  const sorted = [...links].sort(orders[order || "clicks"].by);
  return (
    <Section
      id="links"
      title={say.links}
      className="mt-8"
      description={tracking === "full" ? say.eachBadgeCountsTheSubscribers : say.eachBadgeCountsClicksWithout}
      actions={
        <>
          <Select
            aria-label={say.sortLinks}
            className="w-48 print:hidden"
            value={order || "clicks"}
            onChange={(event) => setOrder(event.target.value)}
          >
            {orderNames.map((name) => (
              <option key={name} value={name}>
                {orders[name].label}
              </option>
            ))}
          </Select>
          <CsvButton rows={() => linkRows(links)} name={`Links of ${campaign.subject}`} />
        </>
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-2 print:block">
        <MapFrame campaign={campaign} links={links} />
        <Card className="overflow-hidden">
          <section
            aria-label={say.allLinks}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
            tabIndex={0}
            className="max-h-[68dvh] overflow-auto print:max-h-none"
          >
            <Links links={sorted} />
          </section>
        </Card>
      </div>
    </Section>
  );
}
