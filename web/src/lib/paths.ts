/** Where a page of the guide is, or one of its headings. */
export const guidePath = (slug: string, anchor = ""): string => `/documentation/${slug}${anchor && `#${anchor}`}`;

/** What tells two pages apart: some are told by what is asked of the same path. */
export const placeOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** Where the report of a campaign is. */
export const reportPath = (newsletterId: number, campaignId: number) =>
  `/campaigns/${newsletterId}/${campaignId}/report`;

/** Where a campaign is written. */
export const writePath = (newsletterId: number, campaignId: number) => `/campaigns/${newsletterId}/${campaignId}/edit`;

/** Told to the page of a campaign that was just created: its author comes to write. */
export const BEGIN = { begin: true };

/** The same page with its design opened. */
export const designPath = (newsletterId: number, campaignId: number) =>
  `${writePath(newsletterId, campaignId)}?mode=design`;

/** The section that an address names by its hash; as it stands where it is badly encoded. */
export function sectionOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
