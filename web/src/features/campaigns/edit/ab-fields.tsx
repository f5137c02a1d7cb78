import { Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import type { Tracking } from "@/api/campaigns";
import { Button } from "@/ui/button";
import { Checkbox, Field, Input, Select, TextArea } from "@/ui/field";
import type { CampaignForm } from "../schema";
import { emptyVariant, letterOf, MOST_VARIANTS } from "./ab-form";
import { say } from "./words";

type Form = UseFormReturn<CampaignForm>;

function Differs({ form }: { form: Form }) {
  const error = form.formState.errors.ab?.subject?.message;
  return (
    <fieldset aria-describedby={error ? "ab-differs-error" : undefined}>
      <legend className="mb-2 text-13 font-medium">{say.whatDiffers}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox label={say.subject} {...form.register("ab.subject")} />
        <Checkbox label={say.senderName} {...form.register("ab.from_name")} />
        <Checkbox label={say.content} {...form.register("ab.content")} />
      </div>
      {error ? (
        <p id="ab-differs-error" className="mt-1.5 text-12 text-red">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

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
        hint={say.leftEmptyItIsMade}
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
          <>
            <Field label={say.subjectOfLetter(letter)} error={errors?.subject?.message}>
              {(field) => <Input {...field} {...form.register(`ab.variants.${index}.subject`)} autoComplete="off" />}
            </Field>
            <Field label={say.previewTextOfLetter(letter)} optional error={errors?.preheader?.message}>
              {(field) => <Input {...field} {...form.register(`ab.variants.${index}.preheader`)} autoComplete="off" />}
            </Field>
          </>
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

function Rule({ form }: { form: Form }) {
  const errors = form.formState.errors.ab;
  return (
    <div className="grid gap-5">
      <Field label={say.sampleInPercent} error={errors?.sample_percent?.message} hint={say.ofTheReadersSharedEvenly}>
        {(field) => (
          <Input
            {...field}
            {...form.register("ab.sample_percent")}
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
          />
        )}
      </Field>
      <Field label={say.waitInHours} error={errors?.wait_hours?.message} hint={say.untilTheRestAreSent}>
        {(field) => (
          <Input {...field} {...form.register("ab.wait_hours")} type="number" inputMode="decimal" min={0} step="any" />
        )}
      </Field>
      <Field label={say.decidedBy} error={errors?.metric?.message}>
        {(field) => (
          <Select {...field} {...form.register("ab.metric")}>
            <option value="opens">{say.opens}</option>
            <option value="clicks">{say.clicks}</option>
          </Select>
        )}
      </Field>
    </div>
  );
}

function Test({ form, tracking }: { form: Form; tracking: Tracking }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "ab.variants" });
  const problem = form.formState.errors.ab?.variants;
  const message = problem?.root?.message ?? problem?.message;
  return (
    <div className="grid grid-cols-1 gap-5">
      {tracking === "none" ? (
        <p className="rounded-control bg-yellow-soft px-4 py-3 text-13 text-yellow">
          {say.thisNewsletterCountsNeitherOpens}
        </p>
      ) : null}
      <Differs form={form} />
      <p className="text-13 text-muted">{say.variantAIsTheCampaign}</p>
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
      <Rule form={form} />
      <p className="text-13 text-muted">{say.aWinnerIsNamedOnly}</p>
    </div>
  );
}

/** A test of up to four variants on a part of the readers. */
export function AbFields({ form, tracking }: { form: Form; tracking: Tracking }) {
  return (
    <section aria-label={say.aBTest} className="grid grid-cols-1 gap-5 border-line border-t pt-5">
      <Checkbox label={say.aBTest} hint={say.aPartOfTheReaders} {...form.register("ab.on")} />
      {form.watch("ab.on") ? <Test form={form} tracking={tracking} /> : null}
    </section>
  );
}
