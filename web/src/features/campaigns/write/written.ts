import type { Campaign, UpdateCampaign } from "@/api/campaigns";
import { abTestOf } from "../edit/ab-form";
import { type CampaignForm, campaignSchema, formOf } from "../schema";
import { readDesign } from "./design";

/** All that an author writes of a campaign, as the server takes it. */
export type Written = Required<Omit<UpdateCampaign, "revision">>;
export type Field = keyof Written;

export const blankIsNull = (text: string | null | undefined) => (text?.trim() ? text : null);

/** The design; its HTML and text are made from it when it is saved. */
function designed(form: CampaignForm): Partial<Written> {
  const design = readDesign(form.design);
  return design ? { blocks: design.blocks as Written["blocks"], theme: design.theme } : {};
}

/** What of it stands on a page. */
export function writtenOf(form: CampaignForm, before: Campaign): Partial<Written> {
  const { kind, campaign_id } = form.segment;
  const byHand = form.writing === "source";
  return {
    subject: form.subject.trim(),
    preheader: form.preheader.trim() || null,
    in_doubt_policy: form.in_doubt_policy || before.in_doubt_policy,
    segment: kind === "" ? null : { kind, campaign_id: Number(campaign_id) },
    ab_test: abTestOf(form.ab, before.ab_test),
    ...(byHand ? { html_content: form.html_content, text_content: blankIsNull(form.text_content) } : designed(form)),
    // Texts written by hand take the place of a design.
    ...(byHand && before.blocks !== null ? { blocks: null, theme: null } : {}),
  };
}

/** What the server has, in the same words. */
export function wholeOf(campaign: Campaign): Written {
  const { subject, preheader, in_doubt_policy, segment, ab_test } = {
    ...campaign,
    ...writtenOf(formOf(campaign), { ...campaign, ab_test: campaign.ab_test }),
  };
  return {
    subject,
    preheader,
    in_doubt_policy,
    segment,
    ab_test,
    html_content: campaign.html_content ?? "",
    text_content: blankIsNull(campaign.text_content),
    blocks: campaign.blocks,
    theme: campaign.theme,
  };
}

/** The server's name of what a part of the form is about. */
const fieldOf: Record<string, Field> = { subject: "subject", segment: "segment", ab: "ab_test" };

/** What is not fit to be sent yet: an A/B test without a variant, for example. */
export function unfitOf(form: CampaignForm): Field[] {
  const found = campaignSchema.safeParse(form).error?.issues ?? [];
  const fields = found.flatMap(({ path: [part] }) => fieldOf[String(part)] ?? []);
  return [...new Set(fields)];
}

export const fieldsOf = (written: Partial<Written>) => Object.keys(written) as Field[];

/** Texts of large values, which are asked for at each look. */
const texts = new WeakMap<object, string>();

/** One text for one value, whoever put its fields in order. */
export function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = texts.get(value) ?? sortedText(value);
  texts.set(value, known);
  return known;
}

function sortedText(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

export const isSameValue = (one: unknown, other: unknown) => one === other || textOf(one) === textOf(other);

export const isSame = (one: Written, other: Written) =>
  fieldsOf(one).every((field) => isSameValue(one[field], other[field]));

/** The fields that differ from what is known. */
export const changedOf = (written: Partial<Written>, known: Written) =>
  fieldsOf(written).filter((field) => !isSameValue(written[field], known[field]));

export const pick = (written: Partial<Written>, fields: readonly Field[]): Partial<Written> =>
  Object.fromEntries(fields.map((field) => [field, written[field]]));
