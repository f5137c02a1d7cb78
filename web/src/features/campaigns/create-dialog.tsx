import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { createCampaign, type UpdateCampaign } from "@/api/campaigns";
import { type KeyFor, useSubmission } from "@/api/forms";
import type { Newsletter } from "@/api/newsletters";
import { useAuthor } from "@/api/session";
import { getTemplate, type Template } from "@/api/templates";
import { readSubject } from "@/email/as-read";
import { notify } from "@/lib/notify";
import { BEGIN, designPath, writePath } from "@/lib/paths";
import { DraftFormDialog, Restored } from "@/ui/draft-dialog";
import { useFormDraft, useFound, useGuard } from "@/ui/form-draft";
import { NewsletterField } from "@/ui/newsletter-field";
import { affected } from "./actions";
import { CampaignFields } from "./campaign-fields";
import { TemplateChoice, WritingChoice } from "./design-choice";
import { NEW_CAMPAIGN } from "./drafts";
import { type CampaignForm, campaignFields, campaignSchema, createPayload, emptyForm } from "./schema";
import { say } from "./words";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  /** The template a design begins from; null when the content is written by hand. */
  template: string | null;
  /** The unsaved draft to go on with; null for the newest there is, or an empty form. */
  draft: string | null;
  onClose: () => void;
  onReopen: () => void;
}

/** What a design begins with: a copy of the template, or nothing. */
async function designFrom(template: string): Promise<UpdateCampaign> {
  if (template === "") return { html_content: "", blocks: [] };
  const [found, { renderDocument, renderText }, { campaignOf, documentOf }] = await Promise.all([
    getTemplate(Number(template)),
    import("@/email"),
    import("@/workbench/document"),
  ]);
  const document = documentOf(found);
  const html = renderDocument(document, { preheader: false });
  const { subject: _, preheader, ...design } = campaignOf(document, html, renderText(document));
  return { ...design, ...(preheader ? { preheader } : {}) };
}

function useCreate(preset: string, template: string | null, kept: string | null, onClose: () => void) {
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const author = useAuthor()?.id ?? 0;
  const start = emptyForm(preset, template);
  const found = useFound({ author, form: NEW_CAMPAIGN, id: kept, start });
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignSchema), defaultValues: start });
  const guard = useGuard();
  const titleOf = ({ subject }: CampaignForm) => subject;
  const draft = useFormDraft({ author, name: NEW_CAMPAIGN, form, found, guard, titleOf, base: null });
  const send = async (values: CampaignForm, keyFor: KeyFor) => {
    const id = Number(values.newsletter_id);
    const designed = values.writing === "design" ? await designFrom(values.template) : null;
    const written = createPayload(values);
    const payload = designed
      ? { ...designed, ...written, html_content: designed.html_content, text_content: designed.text_content }
      : written;
    const campaign = await createCampaign(id, payload, keyFor([id, payload]));
    draft.done();
    notify(say.draftCampaignCreated, readSubject(campaign));
    onClose();
    await mutate(affected);
    void navigate((designed ? designPath : writePath)(campaign.newsletter_id, campaign.id), { state: BEGIN });
  };
  const submission = useSubmission({ form, fields: campaignFields, failure: say.failedToCreateCampaign, send });
  return { form, ...submission, guard, draft };
}

export function CreateDialog({ newsletters, preset, template, draft: kept, onClose, onReopen }: Props) {
  const active = newsletters.filter((newsletter) => newsletter.is_active);
  const only = active.length === 1 ? String(active[0]?.id) : "";
  const start = active.some((newsletter) => String(newsletter.id) === preset) ? preset : only;
  const { form, problem, submit, guard, draft } = useCreate(start, template, kept, onClose);
  const writing = form.watch("writing") === "design" ? "design" : "write";
  // A subject that was written already stands.
  const adopt = useCallback(
    ({ subject }: Template) => {
      if (subject !== "" && form.getValues("subject") === "") form.setValue("subject", subject);
    },
    [form],
  );
  const { errors, isSubmitting } = form.formState;
  return (
    <DraftFormDialog
      guard={guard}
      onClose={onClose}
      onReopen={onReopen}
      busy={isSubmitting}
      title={say.createCampaign}
      description={say.thisCreatesADraftThat}
      submit={say.createDraftCampaign}
      submitting={say.creating}
      above={draft.restored ? <Restored draft={draft.restored} onStartOver={draft.startOver} /> : null}
      problem={problem}
      onSubmit={submit}
    >
      <NewsletterField
        newsletters={active}
        error={errors.newsletter_id?.message}
        select={form.register("newsletter_id")}
      />
      <CampaignFields
        form={form}
        choice={
          <WritingChoice value={writing} onChange={(next) => form.setValue("writing", next, { shouldDirty: true })} />
        }
        design={
          writing === "design" ? (
            <TemplateChoice
              value={form.watch("template")}
              onChange={(id) => form.setValue("template", id, { shouldDirty: true })}
              onKnown={adopt}
            />
          ) : null
        }
      />
    </DraftFormDialog>
  );
}
