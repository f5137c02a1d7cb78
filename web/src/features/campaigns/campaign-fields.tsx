import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field, Input, Select, TextArea } from "@/ui/field";
import type { CampaignForm } from "./schema";

interface Props {
  form: UseFormReturn<CampaignForm>;
  creating: boolean;
  /** The choice of how the content is written. */
  choice: ReactNode;
  /** Stands in for the texts of a campaign that is designed. */
  design: ReactNode;
}

/** What a campaign says, the same when it is created and when it is edited. */
export function CampaignFields({ form, creating, choice, design }: Props) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Subject Line" error={errors.subject?.message}>
        {(field) => <Input {...field} {...form.register("subject")} autoComplete="off" />}
      </Field>
      <Field
        label="Preview text"
        optional
        error={errors.preheader?.message}
        hint="The line that inboxes show after the subject."
      >
        {(field) => <Input {...field} {...form.register("preheader")} autoComplete="off" />}
      </Field>
      {choice}
      {design ?? <SourceFields form={form} />}
      <Field label="If it is uncertain whether a reader got it" error={errors.in_doubt_policy?.message}>
        {(field) => (
          <Select {...field} {...form.register("in_doubt_policy")}>
            {creating ? <option value="">As the newsletter says</option> : null}
            <option value="resend">Send again: nobody is left out</option>
            <option value="hold">Hold and ask me: nobody gets it twice</option>
          </Select>
        )}
      </Field>
    </>
  );
}

function SourceFields({ form }: { form: UseFormReturn<CampaignForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Plain Text Content"
        optional
        error={errors.text_content?.message}
        hint="Left empty, it is made from the HTML."
      >
        {(field) => <TextArea {...field} {...form.register("text_content")} rows={4} />}
      </Field>
      <Field
        label="HTML Content"
        optional
        error={errors.html_content?.message}
        hint={
          '{{ subscriber.first_name | default("there") }} puts in each reader’s name. An unsubscribe link is added if there is none.'
        }
      >
        {(field) => (
          <TextArea
            {...field}
            {...form.register("html_content")}
            rows={8}
            spellCheck={false}
            className="font-mono sm:text-13"
          />
        )}
      </Field>
    </>
  );
}
