import { useMemo } from "react";
import type { Report, ReportFigures, Usual } from "@/api/reports";
import { apart } from "@/lib/apart";
import { countOf, formatNumber, rateOf } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { ChartCard } from "@/ui/chart/chart-card";
import type { Sheet } from "@/ui/chart/model";
import { Stat } from "@/ui/stat";
import { Section } from "@/ui/surface";
import { compare } from "./compare";

const why: Record<ReportFigures["tracking"], string> = {
  full: "",
  anonymous:
    "This newsletter counts opens and clicks without knowing whose they are, so there are no rates and no readers who opened.",
  none: "This newsletter does not track opens and clicks, so there is nothing to show for them.",
};

function ActTile({ label, people, all, note }: { label: string; people: number; all: number; note: string | null }) {
  return (
    <Stat
      label={label}
      value={note === null ? "–" : formatNumber(people)}
      note={
        <span className="text-muted">
          {note ?? "not tracked"}
          {note !== null && all > people ? <span className="block">{formatNumber(all)} counting repeats</span> : null}
        </span>
      }
    />
  );
}

function Tiles({ report }: { report: Report }) {
  const { tracking, usual } = report;
  const rated = (rate: number, key: keyof Omit<Usual, "campaigns">) => {
    if (tracking === "none") return null;
    return tracking === "full" ? compare(rate, usual?.[key]) : "– no rate without readers";
  };
  const left = rateOf(report.unsubscribed, report.ledger.sent);
  const known = tracking === "full";
  return (
    <div className="grid gap-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
      <ActTile
        label="Opens"
        people={known ? report.opens : report.all_opens}
        all={report.all_opens}
        note={rated(report.open_rate, "open_rate")}
      />
      <ActTile
        label="Clicks"
        people={known ? report.clicks : report.all_clicks}
        all={report.all_clicks}
        note={rated(report.click_rate, "click_rate")}
      />
      <Stat
        label="Bounces"
        value={formatNumber(report.bounced)}
        note={<span className="text-muted">{compare(report.bounce_rate, usual?.bounce_rate, true)}</span>}
      />
      <Stat
        label="Unsubscribed"
        value={formatNumber(report.unsubscribed)}
        note={<span className="text-muted">{compare(left, usual?.unsubscribe_rate, true)}</span>}
      />
    </div>
  );
}

const HOUR_MS = 3_600_000;

/** Hours that have not begun have no figures yet, which is not the same as none. */
const hourSheet = (hours: ReportFigures["hours"], begun: number): Sheet => ({
  rows: "Hour",
  columns: [{ label: "Opens" }, { label: "Clicks" }],
  data: hours.map(({ hour, opens, clicks }) => ({
    key: String(hour + 1),
    label: hour === 0 ? "1st hour" : `hour ${hour + 1}`,
    values: hour < begun ? [opens, clicks] : [null, null],
  })),
});

function Hours({ report, subject }: { report: Report; subject: string }) {
  const now = useNow();
  const { started_at: startedAt } = report;
  const begun = startedAt === null ? 0 : Math.floor((now - Date.parse(startedAt)) / HOUR_MS) + 1;
  const sheet = useMemo(() => hourSheet(report.hours, begun), [report.hours, begun]);
  const sum = (pick: "opens" | "clicks") => report.hours.reduce((total, hour) => total + hour[pick], 0);
  if (report.tracking === "none" || report.hours.length === 0) return null;
  return (
    <ChartCard
      className="mt-4"
      kind="bars"
      title="The first 24 hours"
      name={`First 24 hours of ${subject}`}
      label={`The first 24 hours: ${countOf(sum("opens"), "first open")} and ${countOf(sum("clicks"), "first click")}`}
      sheet={sheet}
    />
  );
}

/** Opens, clicks, bounces and departures against what the newsletter is used to. */
export function FiguresSection({ report, subject }: { report: Report; subject: string }) {
  const { usual } = report;
  const notes = [...apart(report), ...(why[report.tracking] ? [why[report.tracking]] : [])];
  return (
    <Section
      id="figures"
      title="What readers did"
      className="mt-8"
      description={
        usual
          ? `Beside the newsletter’s usual: the middle of its last ${countOf(usual.campaigns, "campaign")}.`
          : "Once more campaigns have been sent, this newsletter’s usual will stand beside these."
      }
    >
      <Tiles report={report} />
      {notes.length > 0 ? (
        <ul className="figures mt-3 grid gap-0.5 text-13 text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <Hours report={report} subject={subject} />
    </Section>
  );
}
