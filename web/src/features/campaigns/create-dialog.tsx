import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { createCampaign } from "@/api/calls";
import { placeErrors, useIdempotencyKey } from "@/api/forms";
import { getTemplate, type Template } from "@/api/templates";
import type { CampaignPatch, Newsletter } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { affected } from "./actions";
import { CampaignFields } from "./campaign-fields";
import { TemplateChoice, type Writing, WritingChoice } from "./design-choice";
import { designPath } from "./design-panel";
import { type CampaignForm, campaignFields, campaignSchema, createPayload, emptyForm } from "./schema";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  /** The template a design begins from; null when the content is written by hand. */
  template: string | null;
  onClose: () => void;
}

/** What a design begins with: a copy of the template, or nothing. */
async function designFrom(template: string): Promise<CampaignPatch> {
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

function useCreate(preset: string, design: () => Promise<CampaignPatch> | null, onClose: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useSWRConfig();
  const key = useIdempotencyKey();
  const navigate = useNavigate();
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignSchema), defaultValues: emptyForm(preset) });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const id = Number(values.newsletter_id);
      const designed = await design();
      const written = createPayload(values);
      const payload = designed
        ? { ...designed, ...written, html_content: designed.html_content, text_content: designed.text_content }
        : written;
      const campaign = await createCampaign(id, payload, key.keyFor([id, payload]));
      key.settled();
      notify("Draft campaign created", values.subject);
      onClose();
      await mutate(affected);
      if (designed) void navigate(designPath(campaign));
    } catch (error) {
      key.settled(error);
      setProblem(placeErrors(form, error, campaignFields, "Failed to create campaign"));
    }
  });
  return { form, problem, submit };
}

export function CreateDialog({ newsletters, preset, template, onClose }: Props) {
  const [writing, setWriting] = useState<Writing>(template === null ? "source" : "design");
  const [chosen, setChosen] = useState(template ?? "");
  const active = newsletters.filter((newsletter) => newsletter.is_active);
  const start = active.some((newsletter) => String(newsletter.id) === preset) ? preset : "";
  const { form, problem, submit } = useCreate(start, () => (writing === "design" ? designFrom(chosen) : null), onClose);
  // A subject that was written already stands.
  const adopt = useCallback(
    ({ subject }: Template) => {
      if (subject !== "" && form.getValues("subject") === "") form.setValue("subject", subject);
    },
    [form],
  );
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isSubmitting}
      title="Create Campaign"
      description="This creates a draft that you can preview and edit before sending."
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button look="accent" type="submit" form="create-campaign-form" disabled={isSubmitting}>
            {isSubmitting ? "Creating..." : "Create Draft Campaign"}
          </Button>
        </>
      }
    >
      <form id="create-campaign-form" noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Banner>{problem}</Banner> : null}
        <Field
          label="Newsletter"
          error={errors.newsletter_id?.message}
          hint={active.length === 0 ? "No newsletter is active; create or activate one first." : undefined}
        >
          {(field) => (
            <Select {...field} {...form.register("newsletter_id")}>
              <option value="">Select a newsletter</option>
              {active.map((newsletter) => (
                <option key={newsletter.id} value={newsletter.id}>
                  {newsletter.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <CampaignFields
          form={form}
          creating
          choice={<WritingChoice value={writing} onChange={setWriting} />}
          design={writing === "design" ? <TemplateChoice value={chosen} onChange={setChosen} onKnown={adopt} /> : null}
        />
      </form>
    </Dialog>
  );
}
