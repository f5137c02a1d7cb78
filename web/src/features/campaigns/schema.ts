import { z } from "zod";
import type { Campaign, CampaignInput, CampaignPatch } from "@/api/types";
import type { Writing } from "./design-choice";

const content = {
  subject: z.string().trim().min(1, "Enter a subject line."),
  preheader: z.string().trim(),
  text_content: z.string(),
  html_content: z.string(),
  in_doubt_policy: z.enum(["", "resend", "hold"]),
};

export const campaignSchema = z.object({ newsletter_id: z.string().min(1, "Select a newsletter."), ...content });

export type CampaignForm = z.infer<typeof campaignSchema>;

export const campaignFields = [
  "newsletter_id",
  "subject",
  "preheader",
  "text_content",
  "html_content",
  "in_doubt_policy",
] as const;

export const emptyForm = (newsletterId: string): CampaignForm => ({
  newsletter_id: newsletterId,
  subject: "",
  preheader: "",
  text_content: "",
  html_content: "",
  in_doubt_policy: "",
});

export const formOf = (campaign: Campaign): CampaignForm => ({
  newsletter_id: String(campaign.newsletter_id),
  subject: campaign.subject,
  preheader: campaign.preheader ?? "",
  text_content: campaign.text_content ?? "",
  html_content: campaign.html_content ?? "",
  in_doubt_policy: campaign.in_doubt_policy,
});

/** Plain text is left out when empty; HTML is sent as an empty string. */
export function createPayload(form: CampaignForm): CampaignInput & CampaignPatch {
  return {
    subject: form.subject,
    html_content: form.html_content,
    ...(form.text_content.trim() === "" ? {} : { text_content: form.text_content }),
    ...(form.preheader === "" ? {} : { preheader: form.preheader }),
    ...(form.in_doubt_policy === "" ? {} : { in_doubt_policy: form.in_doubt_policy }),
  };
}

/** A designed campaign keeps its content; texts written by hand take the place of a design. */
export function updatePayload(form: CampaignForm, before: Campaign, writing: Writing): CampaignPatch {
  const { html_content, text_content, ...rest } = createPayload(form);
  if (writing === "design")
    return { ...rest, ...(form.preheader === "" && before.preheader ? { preheader: null } : {}) };
  return {
    ...rest,
    html_content,
    ...(text_content === undefined ? {} : { text_content }),
    ...(before.blocks === null ? {} : { blocks: null, theme: null }),
    ...(form.text_content.trim() === "" && before.text_content ? { text_content: null } : {}),
    ...(form.preheader === "" && before.preheader ? { preheader: null } : {}),
  };
}
