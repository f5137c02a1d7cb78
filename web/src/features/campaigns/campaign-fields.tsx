import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { cn } from "@/lib/cn";
import { Field, Input, Select, TextArea } from "@/ui/field";
import type { CampaignForm } from "./schema";
import { say } from "./words";

interface Props {
  form: UseFormReturn<CampaignForm>;
  /** The choice of how the content is written. */
  choice: ReactNode;
  /** Stands in for the texts of a campaign that is designed. */
  design: ReactNode;
}

/** What a new campaign says. */
export function CampaignFields({ form, choice, design }: Props) {
  const { errors } = form.formState;
  return (
    <>
      <Field label={say.subjectLine} error={errors.subject?.message}>
        {(field) => <Input {...field} {...form.register("subject")} autoComplete="off" />}
      </Field>
      <Field label={say.previewText} optional error={errors.preheader?.message} hint={say.theLineThatInboxesShow}>
        {(field) => <Input {...field} {...form.register("preheader")} autoComplete="off" />}
      </Field>
      {choice}
      {design ?? <SourceFields form={form} />}
      <InDoubtField form={form} creating />
    </>
  );
}

/** What is done about subscribers of whom it is not known whether they got it. */
export function InDoubtField({ form, creating = false }: { form: UseFormReturn<CampaignForm>; creating?: boolean }) {
  const { errors } = form.formState;
  return (
    <Field label={say.ifItIsUncertainWhether} error={errors.in_doubt_policy?.message}>
      {(field) => (
        <Select {...field} {...form.register("in_doubt_policy")}>
          {creating ? <option value="">{say.asTheNewsletterSays}</option> : null}
          <option value="resend">{say.sendAgainNobodyIsLeft}</option>
          <option value="hold">{say.holdAndAskMeNobody}</option>
        </Select>
      )}
    </Field>
  );
}

/** What can stand in both texts. */
export const HTML_HINT =
  '{{ subscriber.first_name | default("there") }} puts in each subscriber’s name. An unsubscribe link is added if there is none.';

/** The two texts of a campaign that is written by hand. */
function SourceFields({ form }: { form: UseFormReturn<CampaignForm> }) {
  return (
    <>
      <p className="text-13 text-muted">{say.haveItAlreadyPasteIt}</p>
      <TextField form={form} rows={4} />
      <HtmlField form={form} rows={8} />
    </>
  );
}

interface SourceProps {
  form: UseFormReturn<CampaignForm>;
  rows: number;
  className?: string;
  /** The menu of merge tags for the field of this id. */
  tags?: (id: string) => ReactNode;
}

export function TextField({ form, rows, className, tags }: SourceProps) {
  return (
    <Field
      label={say.plainTextContent}
      optional
      error={form.formState.errors.text_content?.message}
      hint={say.leftEmptyItIsMade}
    >
      {(field) => (
        <span className="relative block">
          <TextArea {...field} {...form.register("text_content")} rows={rows} className={className} />
          {tags?.(field.id)}
        </span>
      )}
    </Field>
  );
}

export function HtmlField({ form, rows, className }: SourceProps) {
  return (
    <Field label={say.htmlContent} optional error={form.formState.errors.html_content?.message} hint={HTML_HINT}>
      {(field) => (
        <TextArea
          {...field}
          {...form.register("html_content")}
          rows={rows}
          spellCheck={false}
          className={cn("font-mono sm:text-13", className)}
        />
      )}
    </Field>
  );
}
