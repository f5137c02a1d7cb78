import type { UseFormReturn } from "react-hook-form";
import { type Campaign, type Segment, useCampaigns } from "@/api/campaigns";
import { Field, Select } from "@/ui/field";
import type { CampaignForm } from "../schema";
import { dateLine } from "../status";

/** As many as a list to choose from can usefully hold. */
const MOST = 100;

interface Props {
  form: UseFormReturn<CampaignForm>;
  campaign: Campaign;
}

/** Campaigns that can have left someone out; only full tracking knows who opened one. */
const fits = (kind: Segment["kind"], { status, tracking }: Campaign) =>
  kind === "not_opened" ? status === "sent" && tracking === "full" : status === "sent" || status === "cancelled";

function EarlierCampaign({ form, campaign, kind }: Props & { kind: Segment["kind"] }) {
  const chosen = form.watch("segment.campaign_id");
  const { data, error } = useCampaigns({ newsletter_id: campaign.newsletter_id, limit: MOST });
  const choices = data?.rows.filter((row) => row.id !== campaign.id && fits(kind, row)) ?? [];
  const known = choices.some(({ id }) => String(id) === chosen);
  const { origin } = campaign;
  const name = origin && String(origin.campaign_id) === chosen ? origin.subject : `Campaign ${chosen}`;
  return (
    <Field
      label="Of which campaign"
      error={form.formState.errors.segment?.campaign_id?.message}
      hint={error ? "The earlier campaigns could not be loaded." : undefined}
    >
      {(field) => (
        <Select
          {...field}
          value={chosen}
          onChange={({ target }) =>
            form.setValue("segment.campaign_id", target.value, { shouldDirty: true, shouldValidate: true })
          }
        >
          <option value="">Select a campaign</option>
          {chosen !== "" && !known ? <option value={chosen}>{name}</option> : null}
          {choices.map((row) => (
            <option key={row.id} value={row.id}>
              {row.subject} ({dateLine(row)})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Who gets the campaign: all active readers, or those whom an earlier one missed. */
export function AudienceFields({ form, campaign }: Props) {
  const kind = form.watch("segment.kind");
  const full = campaign.tracking === "full" || kind === "not_opened";
  return (
    <section aria-label="Audience" className="grid gap-5">
      <Field
        label="Who gets it"
        error={form.formState.errors.segment?.kind?.message}
        hint={full ? undefined : "Who opened a campaign is known only with full tracking."}
      >
        {(field) => (
          <Select {...field} {...form.register("segment.kind")}>
            <option value="">All active subscribers</option>
            <option value="not_opened" disabled={!full}>
              Subscribers who didn't open…
            </option>
            <option value="not_sent">Subscribers who didn't receive…</option>
          </Select>
        )}
      </Field>
      {kind === "" ? null : <EarlierCampaign form={form} campaign={campaign} kind={kind} />}
    </section>
  );
}
