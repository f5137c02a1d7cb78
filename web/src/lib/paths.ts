/** Where the report of a campaign is. */
export const reportPath = (newsletterId: number, campaignId: number) =>
  `/campaigns/${newsletterId}/${campaignId}/report`;
