import type { Analytics, AnalyticsTotals } from "@/api/analytics";
import type { LinkFigures, ReportFigures } from "@/api/reports";

const totals: AnalyticsTotals = {
  campaigns: 4,
  sent: 1200,
  opens: 500,
  clicks: 60,
  bounces: 3,
  complaints: 0,
  unsubscribed: 4,
  new_subscribers: 30,
  privacy_opens: 0,
  robot_opens: 0,
  robot_clicks: 0,
  open_rate: 41.66,
  click_rate: 5,
  bounce_rate: 0.25,
  complaint_rate: 0,
  unsubscribe_rate: 0.3,
};

/** Totals of a period, as the server answers them. */
export const totalsOf = (over: Partial<AnalyticsTotals> = {}): AnalyticsTotals => ({ ...totals, ...over });

const steps = [
  [1170, 0, 0, 0],
  [1171, 700, 300, 40],
  [1196, 500, 200, 20],
] as const;

export function analytics(over: Partial<Analytics> = {}): Analytics {
  return {
    range: "30d",
    from: "2026-10-23",
    to: "2026-11-21",
    totals,
    previous: totalsOf({ sent: 1000, opens: 480, bounce_rate: 0.5 }),
    series: steps.map(([subscribers, sent, opens, clicks], at) => ({
      date: `2026-10-${23 + at}`,
      subscribers,
      sent,
      opens,
      clicks,
      bounces: 0,
      unsubscribed: 1,
      new_subscribers: 2,
    })),
    step: "day",
    newsletters: [
      {
        id: 1,
        name: "The Slow Web",
        campaigns: 4,
        sent: 1200,
        opens: 500,
        clicks: 60,
        bounces: 3,
        unsubscribed: 4,
        subscribers: 1200,
        open_rate: 41.66,
        click_rate: 5,
        bounce_rate: 0.25,
        tracking: "full",
      },
    ],
    campaigns: [
      {
        id: 9,
        newsletter_id: 1,
        newsletter_name: "The Slow Web",
        subject: "Against the feed",
        sent_at: "2026-11-01T08:00:00Z",
        sent: 700,
        opens: 300,
        clicks: 40,
        bounces: 3,
        open_rate: 42.857,
        click_rate: 5.71,
      },
    ],
    growth: { subscribers: 1200, new_subscribers: 30, unsubscribed: 4, bounced: 1, net: 25 },
    ...over,
  };
}

export const link = (over: Partial<LinkFigures> = {}): LinkFigures => ({
  no: 1,
  url: "https://example.com/read?a=1&b=2",
  label: "Read more",
  clicks: 12,
  all_clicks: 15,
  robot_clicks: 7,
  ...over,
});

export function reportFigures(over: Partial<ReportFigures> = {}): ReportFigures {
  return {
    tracking: "full",
    engagement_forgotten_at: null,
    opens: 4,
    clicks: 1,
    all_opens: 6,
    all_clicks: 1,
    privacy_opens: 0,
    robot_opens: 0,
    robot_clicks: 0,
    unsubscribed: 0,
    open_rate: 40,
    click_rate: 10,
    bounce_rate: 0,
    usual: null,
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, opens: hour === 0 ? 3 : 0, clicks: hour === 1 ? 1 : 0 })),
    links: [],
    ab_test: null,
    origin: null,
    ...over,
  };
}
