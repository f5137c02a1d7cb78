import type { Analytics, AnalyticsNewsletter, AnalyticsPoint } from "@/api/analytics";
import { formatDay, formatNumber } from "@/lib/format";
import { percent, type Sheet } from "@/ui/chart/model";
import { say } from "./words";

export const mailFigures = [
  { value: "opens", label: say.opens },
  { value: "clicks", label: say.clicks },
  { value: "sent", label: say.sends },
] as const;

export const readerFigures = [
  { value: "subscribers", label: say.subscribers },
  { value: "new_subscribers", label: say.newIt },
  { value: "unsubscribed", label: say.unsubscribed },
] as const;

type Figure = Exclude<keyof AnalyticsPoint, "date">;

/** One figure over the days or weeks of the range. */
export function stepSheet({ series, step }: Analytics, figure: Figure, label: string): Sheet {
  return {
    rows: step === "day" ? say.day : say.weekOf,
    columns: [{ label }],
    data: series.map((at) => ({ key: at.date, label: formatDay(at.date), values: [at[figure]] })),
  };
}

/** Opens are drawn, sends are not: where readers are not told apart there are no rates. */
export function newsletterSheet(newsletters: AnalyticsNewsletter[]): Sheet {
  return {
    rows: say.newsletter,
    columns: [
      percent(say.openRate),
      percent(say.clickRate),
      percent(say.bounceRate),
      { label: say.sent },
      { label: say.subscribers },
    ],
    data: uniqueNames(newsletters).map(([name, one]) => {
      const told = one.tracking === "full" && one.sent > 0;
      return {
        key: name,
        label: name,
        values: [
          told ? one.open_rate : null,
          told ? one.click_rate : null,
          one.sent > 0 ? one.bounce_rate : null,
          one.sent,
          one.subscribers,
        ],
      };
    }),
  };
}

/** Two newsletters may have one name; their rows must be told apart. */
function uniqueNames(newsletters: AnalyticsNewsletter[]): [string, AnalyticsNewsletter][] {
  return newsletters.map((one) => {
    const alone = newsletters.every((other) => other.id === one.id || other.name !== one.name);
    return [alone ? one.name : `${one.name} (${formatNumber(one.id)})`, one];
  });
}
