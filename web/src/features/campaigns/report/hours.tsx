import { useMemo } from "react";
import type { Report, ReportFigures } from "@/api/reports";
import { useNow } from "@/lib/hooks";
import { ChartCard } from "@/ui/chart/chart-card";
import type { Sheet } from "@/ui/chart/model";
import { say } from "./words";

const HOUR_MS = 3_600_000;

/** Hours that have not begun have no figures yet, which is not the same as none. */
const hourSheet = (hours: ReportFigures["hours"], begun: number): Sheet => ({
  rows: say.hour,
  columns: [{ label: say.opens }, { label: say.clicks }],
  data: hours.map(({ hour, opens, clicks }) => ({
    key: String(hour + 1),
    label: say.hourOf(hour + 1),
    values: hour < begun ? [opens, clicks] : [null, null],
  })),
});

export function Hours({ report, subject }: { report: Report; subject: string }) {
  const now = useNow();
  const { started_at: startedAt } = report;
  const begun = startedAt === null ? 0 : Math.floor((now - Date.parse(startedAt)) / HOUR_MS) + 1;
  const sheet = useMemo(() => hourSheet(report.hours, begun), [report.hours, begun]);
  const sum = (pick: "opens" | "clicks") => report.hours.reduce((total, hour) => total + hour[pick], 0);
  if (report.tracking === "none" || report.hours.length === 0) return null;
  return (
    <ChartCard
      className="mt-2 sm:mt-4"
      kind="bars"
      title={say.theFirst24Hours}
      name={`First 24 hours of ${subject}`}
      label={say.theFirst24HoursOpen(sum("opens"), sum("clicks"))}
      sheet={sheet}
    />
  );
}
