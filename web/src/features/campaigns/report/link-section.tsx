import { useCallback } from "react";
import type { Campaign } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { type LinkFigures, type Report, useLinkMap } from "@/api/reports";
import type { CsvCell } from "@/lib/csv-write";
import { formatNumber } from "@/lib/format";
import { CsvButton } from "@/ui/chart/csv-button";
import { MailSheet } from "@/ui/mail-sheet";
import { Banner, Card, Loading, Section, Skeleton } from "@/ui/surface";
import { type Inks, overlay } from "./link-overlay";
import { NumbersTable } from "./numbers-table";

/** A frame can't read the page's tokens, so it gets their values. */
function inksOfPage(): Inks {
  const tokens = getComputedStyle(document.documentElement);
  return { ground: tokens.getPropertyValue("--accent"), text: tokens.getPropertyValue("--accent-ink") };
}

const linkRows = (links: LinkFigures[]): CsvCell[][] => [
  ["Link", "Label", "Readers who clicked", "All clicks", "Robots"],
  ...links.map((link) => [link.url, link.label, link.clicks, link.all_clicks, link.robot_clicks]),
];

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
      label="Clicks by link"
      head="Link"
      columns={["Readers", "All clicks", "Robots"]}
      rows={links.map((link) => ({
        key: link.no,
        head: <LinkName link={link} />,
        values: [formatNumber(link.clicks), formatNumber(link.all_clicks), formatNumber(link.robot_clicks)],
      }))}
    />
  );
}

function MapFrame({ campaign, links }: { campaign: Campaign; links: LinkFigures[] }) {
  const { data, error } = useLinkMap(campaign);
  const change = useCallback((mail: Document) => overlay(mail, links, inksOfPage()), [links]);
  if (error && !data) return <Banner>{messageOf(error)}</Banner>;
  if (!data) {
    return (
      <Loading text="Loading the mail...">
        <Skeleton className="h-[56dvh]" />
      </Loading>
    );
  }
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised print:hidden">
      <MailSheet
        title={`Clicks in ${campaign.subject}`}
        html={data.html}
        change={change}
        className="h-[56dvh] w-full bg-paper"
      />
    </div>
  );
}

/** Where in the mail readers clicked, as a picture and as a table. */
export function LinkSection({ report, campaign }: { report: Report; campaign: Campaign }) {
  const { links } = report;
  if (report.tracking === "none" || links.length === 0) return null;
  return (
    <Section
      id="links"
      title="Links"
      description={
        report.tracking === "full"
          ? "The badge after a link counts the readers who clicked it."
          : "The badge after a link counts its clicks; this newsletter does not know whose they are."
      }
      actions={<CsvButton rows={() => linkRows(links)} name={`Links of ${campaign.subject}`} />}
    >
      <div className="grid items-start gap-4 xl:grid-cols-2 print:block">
        <MapFrame campaign={campaign} links={links} />
        <Card className="overflow-hidden">
          <Links links={links} />
        </Card>
      </div>
    </Section>
  );
}
