import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { Analytics } from "@/api/analytics";
import { apart } from "@/lib/apart";
import { formatNumber } from "@/lib/format";
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
import { say } from "./words";

function Nothing({ analytics, onYear }: { analytics: Analytics; onYear: () => void }) {
  return (
    <Empty
      role="status"
      drawing="press"
      title={say.nothingWasSentInRange(wordsOf(analytics.range))}
      text={say.onceACampaignHasGone}
      action={
        <>
          <Button asChild>
            <Link to="/campaigns#create-campaign">{say.writeACampaign}</Link>
          </Button>
          {analytics.range === "1y" ? null : (
            <Button look="quiet" onClick={onYear}>
              {say.lookAtTheLastYear}
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
        title={say.openRatePerNewsletter}
        name={`Newsletters, ${wordsOf(analytics.range)}`}
        label={say.openRateOfNewsletterIn(sheet.data.length, wordsOf(analytics.range))}
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
      title={say.performanceOverview}
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
    <Section id="email-metrics" title={say.emailMetrics}>
      <ChartCard
        kind={figure === "sent" ? "bars" : "line"}
        name={`${label}, ${wordsOf(analytics.range)}`}
        label={say.labelNowInRangeBefore(label, now, wordsOf(analytics.range), before)}
        sheet={sheet}
        controls={<Segmented label={say.figure} value={figure} onChange={setFigure} options={mailFigures} />}
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
        label={say.activeSubscribers}
        value={formatNumber(subscribers)}
        note={<span className="text-muted">{say.today}</span>}
      />
      <Stat
        label={say.newSubscribers}
        value={formatNumber(new_subscribers)}
        note={<span className="text-muted">{say.inRange(wordsOf(analytics.range))}</span>}
      />
      <Stat
        label={say.netGrowth}
        value={signed}
        note={<span className="text-muted">{say.afterUnsubscribedUnsubscribedAndBounced(unsubscribed, bounced)}</span>}
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
    <Section id="subscriber-growth" title={say.subscriberGrowth}>
      <GrowthTiles analytics={analytics} />
      <ChartCard
        near={figure === "subscribers"}
        name={`${label} over ${wordsOf(analytics.range)}`}
        label={say.labelOverRangeSubscribersActive(label, wordsOf(analytics.range), growth.subscribers, growth.net)}
        sheet={sheet}
        controls={<Segmented label={say.figure} value={figure} onChange={setFigure} options={readerFigures} />}
      />
    </Section>
  );
}
