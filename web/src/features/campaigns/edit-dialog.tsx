import { zodResolver } from "@hookform/resolvers/zod";
import { type MouseEvent, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { type Campaign, readCampaign, updateCampaign, useCampaign } from "@/api/campaigns";
import { placeErrors, withFields } from "@/api/forms";
import { isChangedElsewhere, messageOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { DraftDialog, Restored } from "@/ui/draft-dialog";
import { type Guard, useFormDraft, useFound, useGuard } from "@/ui/form-draft";
import { Banner, Loading, Skeleton } from "@/ui/surface";
import { affected } from "./actions";
import { CampaignFields } from "./campaign-fields";
import { type Writing, WritingChoice } from "./design-choice";
import { DesignPanel, designPath } from "./design-panel";
import { EDITED_CAMPAIGN, keptAt } from "./drafts";
import { AbFields } from "./edit/ab-fields";
import { ourAbField } from "./edit/ab-form";
import { Attachments } from "./edit/attachments";
import { AudienceFields } from "./edit/audience";
import { ConflictPanel, useInView } from "./edit/conflict";
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
function useBase(campaign: Campaign, revision: number) {
  const [base, setBase] = useState({ ...campaign, revision });
  const { mutate } = useSWRConfig();
  const follow = async () => {
    try {
      const now = await readCampaign(campaign);
      if (base.revision >= campaign.revision && sameWriting(now, base)) setBase(now);
    } catch (error) {
      // Saving will tell if the revision was needed.
      console.error("Failed to load campaign", error);
    }
    await mutate(affected);
  };
  return { base, setBase, follow };
}

interface FormProps {
  campaign: Campaign;
  guard: Guard;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

interface Saving {
  form: UseFormReturn<CampaignForm>;
  /** Whether a newer save is known of already. */
  outdated: boolean;
  onBusy: FormProps["onBusy"];
  onSaved: () => void;
}

function useSave({ form, outdated, onBusy, onSaved }: Saving) {
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState(outdated);
  const { mutate } = useSWRConfig();
  /** In place of what `base` is; anything newer is not overwritten. */
  const save = (base: Campaign, then: () => void) =>
    form.handleSubmit(async (values) => {
      setProblem(null);
      onBusy(true);
      try {
        const patch = updatePayload(values, base);
        await updateCampaign(base, { ...patch, revision: base.revision });
        notify("Campaign updated", values.subject);
        onSaved();
        then();
        await mutate(affected);
      } catch (error) {
        setConflict(isChangedElsewhere(error));
        if (!isChangedElsewhere(error))
          setProblem(placeErrors(form, withFields(error, ourAbField), campaignFields, "Failed to update campaign"));
        onBusy(false);
      }
    });
  return { problem, conflict, setConflict, save };
}

/** The form, and what was typed into it before; `revision` is what that was begun from. */
function useDrafted(campaign: Campaign, guard: Guard) {
  const author = useAuthor()?.id ?? 0;
  const start = formOf(campaign);
  const found = useFound({ author, form: EDITED_CAMPAIGN, id: keptAt(campaign), start });
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignSchema), defaultValues: start });
  const begun = Number(found.draft?.base ?? campaign.revision);
  // One that cannot be read is older than any.
  const revision = Number.isInteger(begun) ? begun : 0;
  const { base, setBase, follow } = useBase(campaign, revision);
  const titleOf = ({ subject }: CampaignForm) => subject;
  const from = String(base.revision);
  const draft = useFormDraft({ author, name: EDITED_CAMPAIGN, form, found, guard, titleOf, base: from });
  return { form, draft, base, setBase, follow, outdated: revision !== campaign.revision };
}

function EditForm({ campaign, guard, onBusy, onClose }: FormProps) {
  const { form, draft, base, setBase, follow, outdated } = useDrafted(campaign, guard);
  const writing = form.watch("writing");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const tell = (now: boolean) => {
    setBusy(now);
    onBusy(now);
  };
  const { problem, conflict, setConflict, save } = useSave({
    form,
    outdated,
    onBusy: tell,
    onSaved: draft.done,
  });
  const panel = useInView(conflict);
  const startOver = () => {
    const takeBack = draft.startOver();
    setBase(campaign);
    setConflict(false);
    return () => {
      setBase(base);
      setConflict(conflict);
      takeBack();
    };
  };
  /** To have chosen a design alone is nothing to save before the editor opens. */
  const isTyped = () =>
    JSON.stringify({ ...form.getValues(), writing }) !== JSON.stringify({ ...formOf(campaign), writing });
  const openDesign = (event: MouseEvent) => {
    if (!isTyped()) return;
    event.preventDefault();
    void save(base, () => void navigate(designPath(campaign)))();
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
    if (sure) form.setValue("writing", next, { shouldDirty: true });
  };
  return (
    <form id={FORM} noValidate onSubmit={save(base, onClose)} className="grid grid-cols-1 gap-5">
      <div ref={panel} className="grid gap-3 empty:hidden">
        {draft.restored ? <Restored draft={draft.restored} onStartOver={startOver} /> : null}
        {conflict ? (
          <ConflictPanel
            campaign={campaign}
            valuesOf={form.getValues}
            busy={busy}
            onKeep={(newest) => void save(newest, onClose)()}
          />
        ) : null}
      </div>
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

interface Props {
  campaign: Campaign;
  onClose: () => void;
  onReopen: () => void;
}

/** The list knows a campaign without its content; the whole of it is read before it can be edited. */
export function EditDialog({ campaign, onClose, onReopen }: Props) {
  const guard = useGuard();
  const [busy, setBusy] = useState(false);
  const { data, error, isValidating } = useCampaign(campaign);
  const [opened, setOpened] = useState<Campaign | null>(null);
  const current = data !== undefined && !(isValidating && data.updated_at !== campaign.updated_at);
  // What is read later must not take the place of what is being written.
  if (current && !opened) setOpened(data);
  return (
    <DraftDialog
      guard={guard}
      onClose={onClose}
      onReopen={onReopen}
      busy={busy}
      title="Edit Campaign"
      description={campaign.newsletter_name}
      footer={(close) => (
        <>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button look="accent" type="submit" form={FORM} disabled={busy || !opened}>
            {busy ? "Saving..." : "Save Changes"}
          </Button>
        </>
      )}
    >
      {error && !opened ? <Banner>{messageOf(error)}</Banner> : null}
      {opened ? (
        <EditForm campaign={opened} guard={guard} onBusy={setBusy} onClose={onClose} />
      ) : error ? null : (
        <Loading text="Loading campaign...">
          <Skeleton className="h-9" />
          <Skeleton className="mt-10 h-24" />
          <Skeleton className="mt-10 h-44" />
        </Loading>
      )}
    </DraftDialog>
  );
}
