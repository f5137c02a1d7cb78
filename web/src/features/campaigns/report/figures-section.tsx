import type { ReactNode } from "react";
import type { Report, ReportFigures } from "@/api/reports";
import { apart } from "@/lib/apart";
import { countOf, formatDate, formatNumber, formatRate, rateOf } from "@/lib/format";
import { Stat } from "@/ui/stat";
import { Card, Section } from "@/ui/surface";
import { isMoving } from "../ledger";
import { Against } from "./against";
import { compare } from "./compare";
import { say } from "./words";

const why: Record<ReportFigures["tracking"], string | null> = {
  full: null,
  anonymous: say.thisNewsletterCountsOpensAnd,
  none: say.thisNewsletterDoesntTrackOpens,
};

const Line = ({ children }: { children: ReactNode }) => <span className="mt-0.5 block text-muted">{children}</span>;

interface RateProps {
  label: string;
  report: Report;
  rate: number;
  usual: number | undefined;
  /** How many subscribers did it, and how often it was done. */
  people: number;
  all: number;
  unit: string;
}

/** A rate against the usual; without subscribers to know, how often it was done. */
function RateTile({ label, report, rate, usual, people, all, unit }: RateProps) {
  if (report.tracking === "none") return <Stat label={label} value="–" note={<Line>{say.notTracked}</Line>} />;
  if (report.tracking === "anonymous") {
    return <Stat label={label} value="–" note={<Line>{say.unitNoRateForAnonymous(countOf(all, unit))}</Line>} />;
  }
  const repeats = all > people ? say.inTotal(countOf(all, unit)) : "";
  return (
    <Stat
      label={label}
      value={formatRate(rate)}
      note={
        <>
          <Against comparison={compare(rate, usual, { early: isMoving(report) })} />
          <Line>
            {countOf(people, "subscriber")}
            {repeats}
          </Line>
        </>
      }
    />
  );
}

function MainTiles({ report }: { report: Report }) {
  const { ledger, usual } = report;
  return (
    <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
      <Stat
        label={say.delivered}
        value={formatNumber(ledger.sent)}
        note={<Line>{say.intendedOfSubscriber(rateOf(ledger.sent, ledger.intended), ledger.intended)}</Line>}
      />
      <RateTile
        label={say.openRate}
        report={report}
        rate={report.open_rate}
        usual={usual?.open_rate}
        people={report.opens}
        all={report.all_opens}
        unit="open"
      />
      <RateTile
        label={say.clickRate}
        report={report}
        rate={report.click_rate}
        usual={usual?.click_rate}
        people={report.clicks}
        all={report.all_clicks}
        unit="click"
      />
    </div>
  );
}

interface LossProps {
  label: string;
  count: number;
  rate: number;
  usual?: number | undefined;
  /** Whether there is a usual rate of it at all. */
  compared?: boolean;
}

function Loss({ label, count, rate, usual, compared = true }: LossProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-t px-5 py-2.5 first:border-t-0 sm:border-t-0 sm:border-l sm:py-3.5 sm:first:border-l-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="figures flex flex-wrap items-baseline justify-end gap-x-3 text-12">
        {compared ? <Against comparison={compare(rate, usual, { lessIsBetter: true })} /> : null}
        <span className="text-muted">{formatRate(rate)}</span>
        <span className="font-medium text-sm">{formatNumber(count)}</span>
      </dd>
    </div>
  );
}

function Losses({ report }: { report: Report }) {
  const { ledger, usual, bounced, complained, unsubscribed } = report;
  return (
    <Card className="mt-2 sm:mt-4">
      <dl className="grid sm:grid-cols-3">
        <Loss label={say.bounces} count={bounced} rate={report.bounce_rate} usual={usual?.bounce_rate} />
        <Loss
          label={say.unsubscribed}
          count={unsubscribed}
          rate={rateOf(unsubscribed, ledger.sent)}
          usual={usual?.unsubscribe_rate}
        />
        <Loss label={say.complaints} count={complained} rate={rateOf(complained, ledger.sent)} compared={false} />
      </dl>
    </Card>
  );
}

/** What became of the campaign, against what the newsletter is used to. */
export function FiguresSection({ report, children }: { report: Report; children: ReactNode }) {
  const { usual, tracking, engagement_forgotten_at: forgotten } = report;
  const notes = [
    ...(why[tracking] ? [why[tracking]] : []),
    ...(tracking === "full" && forgotten !== null ? [say.whoOpenedWasForgotten(formatDate(forgotten))] : []),
    ...apart(report),
  ];
  return (
    <Section
      id="figures"
      title={say.results}
      className="mt-8"
      description={usual ? say.comparedWithTheMedianOf(usual.campaigns) : say.sendMoreCampaignsToCompare}
    >
      <MainTiles report={report} />
      <Losses report={report} />
      {notes.length > 0 ? <p className="figures mt-2 text-12 text-muted">{notes.join(" ")}</p> : null}
      {children}
    </Section>
  );
}
