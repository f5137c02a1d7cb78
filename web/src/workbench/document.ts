import type { Campaign, UpdateCampaign } from "@/api/campaigns";
import type { NewTemplate, Template, UpdateTemplate } from "@/api/templates";
import type { Kept } from "@/editor";
import { parseDocument } from "@/email";
import type { EmailDocument } from "@/email/types";
import { say } from "./words";

/** What the server keeps of a mail. */
interface Stored {
  name: string;
  subject: string;
  preheader: string | null;
  blocks: unknown;
  theme: unknown;
}

/** What the editor works on, made from what the server keeps; what cannot be read is left out. */
export function documentOf({ name, subject, preheader, blocks, theme }: Stored): EmailDocument {
  return parseDocument({ name, subject, preheader: preheader ?? "", blocks: blocks ?? [], theme: theme ?? {} })
    .document;
}

export const keptOf = (template: Template): Kept => ({
  document: documentOf(template),
  revision: template.revision,
});

/** A design that begins here is in its newsletter's language. */
export const designOf = (campaign: Campaign): EmailDocument =>
  documentOf({
    ...campaign,
    name: campaign.newsletter_name,
    theme: campaign.blocks === null ? { ...campaign.theme, lang: campaign.newsletter_language } : campaign.theme,
  });

/** The whole of a template. A name is never blank on the server. */
export function templateOf(document: EmailDocument, html: string): NewTemplate & UpdateTemplate {
  const { name, subject, preheader, blocks, theme } = document;
  return {
    name: name.trim() || say.untitledTemplate,
    subject,
    preheader: preheader.trim() || null,
    blocks: blocks as unknown as NonNullable<NewTemplate["blocks"]>,
    theme: theme as Record<string, unknown>,
    is_active: true,
    html_content: html,
  };
}

/** The whole of a campaign's design; its preheader is put into the HTML when it is sent. */
export function campaignOf(document: EmailDocument, html: string, text: string): UpdateCampaign {
  const { subject, preheader, blocks, theme } = document;
  return {
    subject,
    preheader: preheader.trim() || null,
    blocks: blocks as unknown as NonNullable<UpdateCampaign["blocks"]>,
    theme: theme as Record<string, unknown>,
    html_content: html,
    text_content: text,
  };
}
