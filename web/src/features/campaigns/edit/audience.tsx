import type { UseFormReturn } from "react-hook-form";
import { type Campaign, type Segment, useCampaigns, useDryRun } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import { Field, Select } from "@/ui/field";
import { knowsWhoOpened } from "../known";
import type { CampaignForm } from "../schema";
import { dateLine } from "../status";
import { useAfterSave } from "../write/use-after-save";
import { say } from "./words";

/** As many as a list to choose from can usefully hold. */
const MOST = 100;

interface Props {
  form: UseFormReturn<CampaignForm>;
  campaign: Campaign;
}

/** Campaigns that can have left someone out; only full tracking knows who opened one. */
const fits = (kind: Segment["kind"], campaign: Campaign) =>
  kind === "not_opened"
    ? campaign.status === "sent" && knowsWhoOpened(campaign)
    : campaign.status === "sent" || campaign.status === "cancelled";

function EarlierCampaign({ form, campaign, kind }: Props & { kind: Segment["kind"] }) {
  const chosen = form.watch("segment.campaign_id");
  const { data, error } = useCampaigns({ newsletter_id: campaign.newsletter_id, limit: MOST });
  const choices = data?.rows.filter((row) => row.id !== campaign.id && fits(kind, row)) ?? [];
  const known = choices.some(({ id }) => String(id) === chosen);
  const { origin } = campaign;
  const name = origin && String(origin.campaign_id) === chosen ? origin.subject : say.campaignChosen(chosen);
  return (
    <Field
      label={say.ofWhichCampaign}
      error={form.formState.errors.segment?.campaign_id?.message}
      hint={error ? say.theEarlierCampaignsCouldNot : undefined}
    >
      {(field) => (
        <Select
          {...field}
          value={chosen}
          onChange={({ target }) =>
            form.setValue("segment.campaign_id", target.value, { shouldDirty: true, shouldValidate: true })
          }
        >
          <option value="">{say.selectACampaign}</option>
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

/** Soon after a save: who wrote on for a while is counted for once. */
const COUNT_AFTER_MS = 400;

/** How many get it as it was saved last, counted anew after each save and when its author comes back to the window. */
function useCount({ form, campaign }: Props): string | undefined {
  const { data, error, mutate } = useDryRun(campaign, { revalidateOnFocus: true });
  useAfterSave(campaign, COUNT_AFTER_MS, mutate);
  const { kind, campaign_id } = form.watch("segment");
  const chosen = kind === "" ? null : { kind, campaign_id: Number(campaign_id) };
  // Nobody is counted before the earlier campaign is chosen, nor told for another audience than the one that is shown.
  if (chosen?.campaign_id === 0) return undefined;
  const { segment } = campaign;
  if (chosen?.kind !== segment?.kind || chosen?.campaign_id !== segment?.campaign_id) return say.countingSubscribers;
  if (!data) return error ? say.couldntCountSubscribers(messageOf(error)) : say.countingSubscribers;
  const { recipients, intended } = data;
  return recipients === intended ? say.recipients(recipients) : say.recipientsOf(recipients, intended);
}

/** Who gets the campaign: all active readers, or those whom an earlier one missed. */
export function AudienceFields({ form, campaign }: Props) {
  const kind = form.watch("segment.kind");
  const full = campaign.tracking === "full" || kind === "not_opened";
  const count = useCount({ form, campaign });
  return (
    <section aria-label={say.audience} className="grid gap-5">
      <Field
        label={say.whoGetsIt}
        error={form.formState.errors.segment?.kind?.message}
        hint={
          <>
            <span role="status" className="figures">
              {count}
            </span>
            {full ? null : ` ${say.whoOpenedACampaignIs}`}
          </>
        }
      >
        {(field) => (
          <Select {...field} {...form.register("segment.kind")}>
            <option value="">{say.allActiveSubscribers}</option>
            <option value="not_opened" disabled={!full}>
              {say.subscribersWhoDidntOpen}
            </option>
            <option value="not_sent">{say.subscribersWhoDidntReceive}</option>
          </Select>
        )}
      </Field>
      {kind === "" ? null : <EarlierCampaign form={form} campaign={campaign} kind={kind} />}
    </section>
  );
}
