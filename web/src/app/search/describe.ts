import { readCampaign } from "@/api/campaigns";
import { getTemplate } from "@/api/templates";
import { readSubject } from "@/email/as-read";
import { hasReport } from "@/features/campaigns/row-actions";
import type { Describe } from "@/features/search/recent";
import { reportPath, writePath } from "@/lib/paths";
import { campaignAt } from "./campaign-actions";

/** What a page that was visited is about. */
export const describe: Describe = async ({ kind, id = 0, href }) => {
  if (kind === "template") {
    const { name, subject } = await getTemplate(id);
    return { title: name, subtitle: readSubject({ subject }) || null, href };
  }
  const campaign = await readCampaign(campaignAt({ id, href }));
  // It may have been sent since.
  const path = hasReport(campaign) ? reportPath : writePath;
  return {
    title: readSubject(campaign),
    subtitle: campaign.newsletter_name,
    href: path(campaign.newsletter_id, campaign.id),
  };
};
