import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { Analytics } from "@/api/analytics";
import { apart } from "@/lib/apart";
import { countOf, formatNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { ChartCard } from "@/ui/chart/chart-card";
import { Empty } from "@/ui/empty";
import { Segmented } from "@/ui/segmented";
import { Stat } from "@/ui/stat";
import { Section } from "@/ui/surface";
import { labelOf, wordsOf } from "./ranges";
import { RecentCampaigns } from "./recent-campaigns";
import { mailFigures, newsletterSheet, readerFigures, stepSheet } from "./sheets";
import { Tiles } from "./tiles";
import { trackingNotes } from "./tracking";

function Nothing({ analytics, onYear }: { analytics: Analytics; onYear: () => void }) {
  return (
    <Empty
      role="status"
      drawing="press"
      title={`Nothing was sent in ${wordsOf(analytics.range)}`}
      text="Once a campaign has gone out, its opens, clicks and bounces are told here."
      action={
        <>
          <Button asChild>
            <Link to="/campaigns#create-campaign">Write a campaign</Link>
          </Button>
          {analytics.range === "1y" ? null : (
            <Button look="quiet" onClick={onYear}>
              Look at the last year
            </Button>
          )}
        </>
      }
    />
  );
}

function Rates({ analytics }: { analytics: Analytics }) {
  const sheet = useMemo(() => newsletterSheet(analytics.newsletters), [analytics.newsletters]);
  return (
    <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
      <ChartCard
        kind="rows"
        title="Open rate per newsletter"
        name={`Newsletters, ${wordsOf(analytics.range)}`}
        label={`Open rate of ${countOf(sheet.data.length, "newsletter")} in ${wordsOf(analytics.range)}`}
        sheet={sheet}
      />
      <RecentCampaigns analytics={analytics} />
    </div>
  );
}

/** Totals, rates per newsletter, recent campaigns, and what is left out of the figures. */
export function PerformanceSection({ analytics, onYear }: { analytics: Analytics; onYear: () => void }) {
  const notes = [...apart(analytics.totals), ...trackingNotes(analytics.newsletters)];
  const quiet = analytics.totals.sent === 0 && analytics.totals.campaigns === 0;
  return (
    <Section
      id="performance-overview"
      title="Performance Overview"
      description={labelOf(analytics.range)}
      className="mt-8"
    >
      {quiet ? <Nothing analytics={analytics} onYear={onYear} /> : <Tiles analytics={analytics} />}
      {notes.length > 0 ? (
        <p className="figures mt-3 text-13 text-muted">
          {notes.map((note) => (
            <span key={note}>{note} </span>
          ))}
        </p>
      ) : null}
      {quiet ? null : <Rates analytics={analytics} />}
    </Section>
  );
}

const sumOf = (analytics: Analytics, figure: "sent" | "opens" | "clicks") =>
  [analytics.totals[figure], analytics.previous[figure]].map(formatNumber);

/** Sends, opens and clicks over time. */
export function MetricsSection({ analytics }: { analytics: Analytics }) {
  const [figure, setFigure] = useState<(typeof mailFigures)[number]["value"]>("opens");
  const label = mailFigures.find((one) => one.value === figure)?.label ?? "";
  const sheet = useMemo(() => stepSheet(analytics, figure, label), [analytics, figure, label]);
  const [now, before] = sumOf(analytics, figure);
  return (
    <Section id="email-metrics" title="Email Metrics">
      <ChartCard
        kind={figure === "sent" ? "bars" : "line"}
        name={`${label}, ${wordsOf(analytics.range)}`}
        label={`${label}: ${now} in ${wordsOf(analytics.range)}, ${before} in the period before`}
        sheet={sheet}
        controls={<Segmented label="Figure" value={figure} onChange={setFigure} options={mailFigures} />}
      />
    </Section>
  );
}

function GrowthTiles({ analytics }: { analytics: Analytics }) {
  const { subscribers, new_subscribers, unsubscribed, bounced, net } = analytics.growth;
  const signed = `${net > 0 ? "+" : ""}${formatNumber(net)}`;
  return (
    <div className="mb-4 grid gap-2 sm:grid-cols-3 sm:gap-4">
      <Stat
        label="Active subscribers"
        value={formatNumber(subscribers)}
        note={<span className="text-muted">today</span>}
      />
      <Stat
        label="New subscribers"
        value={formatNumber(new_subscribers)}
        note={<span className="text-muted">in {wordsOf(analytics.range)}</span>}
      />
      <Stat
        label="Net growth"
        value={signed}
        note={
          <span className="text-muted">
            after {formatNumber(unsubscribed)} unsubscribed and {formatNumber(bounced)} bounced
          </span>
        }
      />
    </div>
  );
}

/** How many readers came, went and stayed. */
export function GrowthSection({ analytics }: { analytics: Analytics }) {
  const [figure, setFigure] = useState<(typeof readerFigures)[number]["value"]>("subscribers");
  const label = readerFigures.find((one) => one.value === figure)?.label ?? "";
  const sheet = useMemo(() => stepSheet(analytics, figure, label), [analytics, figure, label]);
  const { growth } = analytics;
  return (
    <Section id="subscriber-growth" title="Subscriber Growth">
      <GrowthTiles analytics={analytics} />
      <ChartCard
        near={figure === "subscribers"}
        name={`${label} over ${wordsOf(analytics.range)}`}
        label={`${label} over ${wordsOf(analytics.range)}; ${formatNumber(growth.subscribers)} active today, net ${formatNumber(growth.net)}`}
        sheet={sheet}
        controls={<Segmented label="Figure" value={figure} onChange={setFigure} options={readerFigures} />}
      />
    </Section>
  );
}
