import { zodResolver } from "@hookform/resolvers/zod";
import { type MouseEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { campaignPath, updateCampaign } from "@/api/calls";
import { useCampaign } from "@/api/data";
import { placeErrors } from "@/api/forms";
import { messageOf } from "@/api/problem";
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
import { type CampaignForm, campaignFields, campaignSchema, formOf, updatePayload } from "./schema";

const FORM = "edit-campaign-form";

interface FormProps {
  campaign: Campaign;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

function EditForm({ campaign, onBusy, onClose }: FormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [writing, setWriting] = useState<Writing>(campaign.blocks === null ? "source" : "design");
  const confirm = useConfirm();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignSchema), defaultValues: formOf(campaign) });
  // Read while rendering: the form notes only what is asked for.
  const { isDirty } = form.formState;
  const save = (then: () => void) =>
    form.handleSubmit(async (values) => {
      setProblem(null);
      onBusy(true);
      try {
        await updateCampaign(campaign, {
          ...updatePayload(values, campaign, writing),
          revision: campaign.revision,
        });
        notify("Campaign updated", values.subject);
        then();
        await mutate(affected);
      } catch (error) {
        setProblem(placeErrors(form, error, campaignFields, "Failed to update campaign"));
        onBusy(false);
      }
    });
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
    <form id={FORM} noValidate onSubmit={save(onClose)} className="grid gap-5">
      {problem ? <Banner>{problem}</Banner> : null}
      <CampaignFields
        form={form}
        creating={false}
        choice={<WritingChoice value={writing} onChange={(next) => void choose(next)} />}
        design={writing === "design" ? <DesignPanel campaign={campaign} onOpen={openDesign} /> : null}
      />
    </form>
  );
}

/** The list knows a campaign without its content; the whole of it is read before it can be edited. */
export function EditDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const { data, error, isValidating } = useCampaign(campaignPath(campaign.newsletter_id, campaign.id));
  const ready = data !== undefined && !(isValidating && data.updated_at !== campaign.updated_at);
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
          <Button look="accent" type="submit" form={FORM} disabled={busy || !ready}>
            {busy ? "Saving..." : "Save Changes"}
          </Button>
        </>
      }
    >
      {error ? <Banner>{messageOf(error)}</Banner> : null}
      {ready ? (
        <EditForm campaign={data} onBusy={setBusy} onClose={onClose} />
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
