import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSWRConfig } from "swr";
import { createCampaign } from "@/api/calls";
import { placeErrors, useIdempotencyKey } from "@/api/forms";
import type { Newsletter } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Banner } from "@/ui/surface";
import { affected } from "./actions";
import { CampaignFields } from "./campaign-fields";
import { type CampaignForm, campaignFields, campaignSchema, createPayload, emptyForm } from "./schema";

interface Props {
  newsletters: Newsletter[];
  preset: string;
  onClose: () => void;
}

function useCreate(preset: string, onClose: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate } = useSWRConfig();
  const key = useIdempotencyKey();
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignSchema), defaultValues: emptyForm(preset) });
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    const payload = createPayload(values);
    try {
      const id = Number(values.newsletter_id);
      await createCampaign(id, payload, key.keyFor([id, payload]));
      key.settled();
      notify("Draft campaign created", values.subject);
      onClose();
      await mutate(affected);
    } catch (error) {
      key.settled(error);
      setProblem(placeErrors(form, error, campaignFields, "Failed to create campaign"));
    }
  });
  return { form, problem, submit };
}

export function CreateDialog({ newsletters, preset, onClose }: Props) {
  const active = newsletters.filter((newsletter) => newsletter.is_active);
  const start = active.some((newsletter) => String(newsletter.id) === preset) ? preset : "";
  const { form, problem, submit } = useCreate(start, onClose);
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
        <CampaignFields form={form} creating />
      </form>
    </Dialog>
  );
}
