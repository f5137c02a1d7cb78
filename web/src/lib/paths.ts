/** Where a page of the guide is, or one of its headings. */
export const guidePath = (slug: string, anchor = ""): string => `/documentation/${slug}${anchor && `#${anchor}`}`;

/** Where the report of a campaign is. */
export const reportPath = (newsletterId: number, campaignId: number) =>
  `/campaigns/${newsletterId}/${campaignId}/report`;

/** Where a campaign is written. */
export const writePath = (newsletterId: number, campaignId: number) => `/campaigns/${newsletterId}/${campaignId}/edit`;

/** The same page with its design opened. */
export const designPath = (newsletterId: number, campaignId: number) =>
  `${writePath(newsletterId, campaignId)}?mode=design`;
