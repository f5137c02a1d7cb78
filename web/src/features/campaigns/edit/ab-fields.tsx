import type { UseFormReturn } from "react-hook-form";
import type { Tracking } from "@/api/campaigns";
import { Checkbox, Field, Input, Select } from "@/ui/field";
import type { CampaignForm } from "../schema";
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

function Rule({ form }: { form: Form }) {
  const errors = form.formState.errors.ab;
  return (
    <div className="grid gap-5">
      <Field
        label={say.sampleInPercent}
        error={errors?.sample_percent?.message}
        hint={say.ofYourSubscribersSharedEvenly}
      >
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
      <Field label={say.waitInHours} error={errors?.wait_hours?.message} hint={say.untilEveryoneElseGetsThe}>
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
  return (
    <div className="grid grid-cols-1 gap-5">
      {tracking === "none" ? (
        <p className="rounded-control bg-yellow-soft px-4 py-3 text-13 text-yellow">
          {say.thisNewsletterCountsNeitherOpens}
        </p>
      ) : null}
      <Differs form={form} />
      <Rule form={form} />
      <p className="text-13 text-muted">{say.aWinnerIsNamedOnly}</p>
    </div>
  );
}

/** The rules of a test of up to four variants on some subscribers; what the variants say is written in the page. */
export function AbFields({ form, tracking }: { form: Form; tracking: Tracking }) {
  return (
    <section aria-label={say.aBTest} className="grid grid-cols-1 gap-5 border-line border-t pt-5">
      <Checkbox label={say.aBTest} hint={say.testOnSomeSubscribersSend} {...form.register("ab.on")} />
      {form.watch("ab.on") ? <Test form={form} tracking={tracking} /> : null}
    </section>
  );
}
