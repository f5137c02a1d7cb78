import { Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "@/ui/button";
import { Field, Input, TextArea } from "@/ui/field";
import type { CampaignForm } from "../schema";
import { emptyVariant, letterOf, MOST_VARIANTS } from "./ab-form";
import { say } from "./words";

type Form = UseFormReturn<CampaignForm>;

function ContentFields({ form, index, letter }: { form: Form; index: number; letter: string }) {
  const errors = form.formState.errors.ab?.variants?.[index];
  return (
    <>
      <Field label={say.htmlContentOfLetter(letter)} error={errors?.html_content?.message}>
        {(field) => (
          <TextArea
            {...field}
            {...form.register(`ab.variants.${index}.html_content`)}
            rows={6}
            spellCheck={false}
            className="font-mono sm:text-13"
          />
        )}
      </Field>
      <Field
        label={say.plainTextOfLetter(letter)}
        optional
        error={errors?.text_content?.message}
        hint={say.leaveEmptyToGenerateIt}
      >
        {(field) => <TextArea {...field} {...form.register(`ab.variants.${index}.text_content`)} rows={3} />}
      </Field>
    </>
  );
}

interface VariantProps {
  form: Form;
  index: number;
  onRemove: (() => void) | null;
}

function VariantFields({ form, index, onRemove }: VariantProps) {
  const letter = letterOf(index + 1);
  const [subject, fromName, content] = form.watch(["ab.subject", "ab.from_name", "ab.content"]);
  const errors = form.formState.errors.ab?.variants?.[index];
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="sr-only">{say.variant(letter)}</legend>
      <div className="mb-3 flex h-8 items-center justify-between gap-3">
        <p aria-hidden="true" className="font-medium text-13">
          {say.variant(letter)}
        </p>
        {onRemove ? (
          <Button look="warn" size="small-icon" aria-label={say.removeVariantLetter(letter)} onClick={onRemove}>
            <Trash2 />
          </Button>
        ) : null}
      </div>
      <div className="grid gap-5">
        {subject ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={say.subjectOfLetter(letter)} error={errors?.subject?.message}>
              {(field) => <Input {...field} {...form.register(`ab.variants.${index}.subject`)} autoComplete="off" />}
            </Field>
            <Field label={say.previewTextOfLetter(letter)} optional error={errors?.preheader?.message}>
              {(field) => <Input {...field} {...form.register(`ab.variants.${index}.preheader`)} autoComplete="off" />}
            </Field>
          </div>
        ) : null}
        {fromName ? (
          <Field label={say.senderNameOfLetter(letter)} error={errors?.from_name?.message}>
            {(field) => <Input {...field} {...form.register(`ab.variants.${index}.from_name`)} autoComplete="off" />}
          </Field>
        ) : null}
        {content ? <ContentFields form={form} index={index} letter={letter} /> : null}
      </div>
    </fieldset>
  );
}

/** What the variants of an A/B test say, beside what they differ from. */
export function AbVariants({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "ab.variants" });
  const problem = form.formState.errors.ab?.variants;
  const message = problem?.root?.message ?? problem?.message;
  return (
    <section aria-label={say.variants} className="grid gap-4">
      <p className="text-13 text-muted">{say.variantAIsYourCampaign}</p>
      {fields.map((field, index) => (
        <VariantFields
          key={field.id}
          form={form}
          index={index}
          onRemove={fields.length > 1 ? () => remove(index) : null}
        />
      ))}
      {message ? (
        <p role="alert" className="text-12 text-red">
          {message}
        </p>
      ) : null}
      {fields.length + 1 < MOST_VARIANTS ? (
        <div>
          <Button size="small" onClick={() => append(emptyVariant())}>
            <Plus />
            {say.addVariant(letterOf(fields.length + 1))}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
