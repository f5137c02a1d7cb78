import { z } from "zod";
import type { Campaign, NewCampaign, UpdateCampaign } from "@/api/campaigns";
import { abFormOf, abSchema } from "./edit/ab-form";
import { say } from "./words";
import { designTextOf } from "./write/design";

const segment = z
  .object({ kind: z.enum(["", "not_opened", "not_sent"]), campaign_id: z.string() })
  .refine(({ kind, campaign_id }) => kind === "" || campaign_id !== "", {
    path: ["campaign_id"],
    message: say.selectACampaign,
  });

const content = {
  /** How the content is written; what was written in another way stays in the form. */
  writing: z.enum(["write", "source", "design"]),
  /** The id of the template that a new design begins from; empty for a blank email. */
  template: z.string(),
  subject: z.string().trim().min(1, say.enterASubjectLine),
  preheader: z.string().trim(),
  text_content: z.string(),
  html_content: z.string(),
  /** Blocks and theme as one text; empty where there is no design. A new campaign has none yet, nor had older drafts. */
  design: z.string().optional(),
  in_doubt_policy: z.enum(["", "resend", "hold"]),
  segment,
  ab: abSchema,
};

export const campaignSchema = z.object({ newsletter_id: z.string().min(1, say.selectANewsletter), ...content });

export type CampaignForm = z.infer<typeof campaignSchema>;

export const campaignFields = [
  "newsletter_id",
  "subject",
  "preheader",
  "text_content",
  "html_content",
  "in_doubt_policy",
  "segment.kind",
  "segment.campaign_id",
  "segment",
  "ab.sample_percent",
  "ab.wait_hours",
  "ab.metric",
  ...([0, 1, 2] as const).flatMap(
    (at) =>
      [
        `ab.variants.${at}.subject`,
        `ab.variants.${at}.preheader`,
        `ab.variants.${at}.from_name`,
        `ab.variants.${at}.html_content`,
        `ab.variants.${at}.text_content`,
      ] as const,
  ),
  "ab.variants",
] as const;

export const emptyForm = (newsletterId: string, template: string | null = null): CampaignForm => ({
  newsletter_id: newsletterId,
  writing: template === null ? "write" : "design",
  template: template ?? "",
  subject: "",
  preheader: "",
  text_content: "",
  html_content: "",
  in_doubt_policy: "",
  segment: { kind: "", campaign_id: "" },
  ab: abFormOf(null),
});

/** Written by hand is what has no design, unless nothing is written at all. */
const isByHand = ({ blocks, html_content, text_content }: Campaign) =>
  blocks === null && Boolean(html_content?.trim() || text_content?.trim());

export const formOf = (campaign: Campaign): CampaignForm => ({
  newsletter_id: String(campaign.newsletter_id),
  writing: isByHand(campaign) ? "source" : "write",
  template: "",
  subject: campaign.subject,
  preheader: campaign.preheader ?? "",
  text_content: campaign.text_content ?? "",
  html_content: campaign.html_content ?? "",
  design: designTextOf(campaign),
  in_doubt_policy: campaign.in_doubt_policy,
  segment: { kind: campaign.segment?.kind ?? "", campaign_id: String(campaign.segment?.campaign_id ?? "") },
  ab: abFormOf(campaign.ab_test),
});

/** Plain text is left out when empty; HTML is sent as an empty string. */
export function createPayload(form: CampaignForm): NewCampaign & UpdateCampaign {
  return {
    subject: form.subject,
    html_content: form.html_content,
    ...(form.text_content.trim() === "" ? {} : { text_content: form.text_content }),
    ...(form.preheader === "" ? {} : { preheader: form.preheader }),
    ...(form.in_doubt_policy === "" ? {} : { in_doubt_policy: form.in_doubt_policy }),
  };
}
