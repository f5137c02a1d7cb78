import { zodResolver } from "@hookform/resolvers/zod";
import { type MouseEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { campaignPath, updateCampaign } from "@/api/calls";
import { useCampaign } from "@/api/data";
import { placeErrors, withFields } from "@/api/forms";
import { messageOf } from "@/api/problem";
import { readCampaign } from "@/api/schedule";
import type { Campaign } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { affected } from "./actions";
import { CampaignFields } from "./campaign-fields";
import { type Writing, WritingChoice } from "./design-choice";
import { DesignPanel, designPath } from "./design-panel";
import { AbFields } from "./edit/ab-fields";
import { ourAbField } from "./edit/ab-form";
import { Attachments } from "./edit/attachments";
import { AudienceFields } from "./edit/audience";
import { type CampaignForm, campaignFields, campaignSchema, formOf, updatePayload } from "./schema";

const FORM = "edit-campaign-form";

/** Whether someone else wrote on it: then the revision of the form must not follow. */
function sameWriting(one: Campaign, other: Campaign): boolean {
  const of = ({ subject, preheader, html_content, text_content, blocks, theme, in_doubt_policy, ...rest }: Campaign) =>
    JSON.stringify([
      [subject, preheader, html_content, text_content, in_doubt_policy],
      [blocks, theme, rest.segment, rest.ab_test],
    ]);
  return of(one) === of(other);
}

/** The campaign as the form began with it, and its revision, which follows the author's own attachments. */
function useBase(campaign: Campaign) {
  const [base, setBase] = useState(campaign);
  const { mutate } = useSWRConfig();
  const follow = async () => {
    try {
      const now = await readCampaign(campaign);
      if (sameWriting(now, base)) setBase(now);
    } catch (error) {
      // Saving will tell if the revision was needed.
      console.error("Failed to load campaign", error);
    }
    await mutate(affected);
  };
  return { base, follow };
}

interface FormProps {
  campaign: Campaign;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

function useSave(campaign: Campaign, writing: Writing, onBusy: FormProps["onBusy"]) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useSWRConfig();
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignSchema), defaultValues: formOf(campaign) });
  const save = (then: () => void) =>
    form.handleSubmit(async (values) => {
      setProblem(null);
      onBusy(true);
      try {
        const patch = updatePayload(values, campaign, writing);
        await updateCampaign(campaign, { ...patch, revision: campaign.revision });
        notify("Campaign updated", values.subject);
        then();
        await mutate(affected);
      } catch (error) {
        setProblem(placeErrors(form, withFields(error, ourAbField), campaignFields, "Failed to update campaign"));
        onBusy(false);
      }
    });
  return { form, problem, save };
}

function EditForm({ campaign, onBusy, onClose }: FormProps) {
  const { base, follow } = useBase(campaign);
  const [writing, setWriting] = useState<Writing>(campaign.blocks === null ? "source" : "design");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { form, problem, save } = useSave(base, writing, onBusy);
  // Read while rendering: the form notes only what is asked for.
  const { isDirty } = form.formState;
  const openDesign = (event: MouseEvent) => {
    if (!isDirty) return;
    event.preventDefault();
    void save(() => void navigate(designPath(campaign)))();
  };
  const choose = async (next: Writing) => {
    const givesUp = next === "source" && writing === "design" && campaign.blocks !== null;
    const sure =
      !givesUp ||
      (await confirm({
        title: "Write HTML by hand",
        text: "When you save, the HTML takes the place of the design. Until then the design is kept.",
        confirm: "Write by hand",
      }));
    if (sure) setWriting(next);
  };
  return (
    <form id={FORM} noValidate onSubmit={save(onClose)} className="grid grid-cols-1 gap-5">
      {problem ? <Banner>{problem}</Banner> : null}
      <CampaignFields
        form={form}
        creating={false}
        choice={<WritingChoice value={writing} onChange={(next) => void choose(next)} />}
        design={writing === "design" ? <DesignPanel campaign={campaign} onOpen={openDesign} /> : null}
      />
      <Attachments campaign={campaign} onChanged={follow} />
      <AudienceFields form={form} campaign={campaign} />
      <AbFields form={form} tracking={campaign.tracking} />
    </form>
  );
}

/** The list knows a campaign without its content; the whole of it is read before it can be edited. */
export function EditDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const { data, error, isValidating } = useCampaign(campaignPath(campaign.newsletter_id, campaign.id));
  const [opened, setOpened] = useState<Campaign | null>(null);
  const current = data !== undefined && !(isValidating && data.updated_at !== campaign.updated_at);
  // What is read later must not take the place of what is being written.
  if (current && !opened) setOpened(data);
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Edit Campaign"
      description={campaign.newsletter_name}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look="accent" type="submit" form={FORM} disabled={busy || !opened}>
            {busy ? "Saving..." : "Save Changes"}
          </Button>
        </>
      }
    >
      {error && !opened ? <Banner>{messageOf(error)}</Banner> : null}
      {opened ? (
        <EditForm campaign={opened} onBusy={setBusy} onClose={onClose} />
      ) : error ? null : (
        <Loading text="Loading campaign...">
          <Skeleton className="h-9" />
          <Skeleton className="mt-10 h-24" />
          <Skeleton className="mt-10 h-44" />
        </Loading>
      )}
    </Dialog>
  );
}
