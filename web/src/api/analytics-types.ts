import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The ranges of the Analytics page, by the names the API has for them. */
export type Range = Schemas["AnalyticsRange"];
export type Analytics = Schemas["Analytics"];
export type Totals = Schemas["AnalyticsTotals"];
/** One day, or one week by its Monday. */
export type Step = Schemas["AnalyticsPoint"];
export type NewsletterFigures = Schemas["AnalyticsNewsletter"];
export type CampaignFigures = Schemas["AnalyticsCampaign"];
/** The median of the newsletter's last campaigns. */
export type Usual = Schemas["Usual"];
export type LinkFigures = Schemas["LinkFigures"];
export type LinkMap = Schemas["LinkMap"];
export type AbResult = Schemas["AbTestReport"];
/** What a report says of opens, clicks and departures. */
export type ReportFigures = Schemas["Engagement"] & Pick<Schemas["Report"], "origin">;
