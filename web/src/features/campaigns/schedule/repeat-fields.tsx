import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Checkbox, Field, Input, Select } from "@/ui/field";
import { Rich } from "@/ui/rich";
import type { ScheduleForm } from "./form";
import { ordinal, weekdayNames } from "./times";
import { say } from "./words";

type Form = UseFormReturn<ScheduleForm>;

const units = { daily: "days", weekly: "weeks", monthly: "months" };

function Weekdays({ form }: { form: Form }) {
  const chosen = form.watch("weekdays");
  const error = form.formState.errors.weekdays?.message;
  const toggle = (day: number, on: boolean) =>
    form.setValue("weekdays", on ? [...chosen, day] : chosen.filter((one) => one !== day), {
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <fieldset aria-describedby={error ? "weekdays-error" : undefined}>
      <legend className="mb-1.5 text-13 font-medium">{say.on}</legend>
      <div className="flex flex-wrap gap-1">
        {weekdayNames.map((name, index) => (
          <label
            key={name}
            className="flex h-8 items-center gap-1.5 rounded-control border border-line-strong px-2 text-13 transition-colors duration-150 has-checked:bg-raised has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              className="size-3.5 accent-accent outline-none"
              checked={chosen.includes(index + 1)}
              onChange={(event) => toggle(index + 1, event.target.checked)}
              aria-label={name}
            />
            <span aria-hidden="true">{name.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id="weekdays-error" className="mt-1.5 text-12 text-red">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function MonthDay({ form }: { form: Form }) {
  const day = Number(form.watch("month_day"));
  return (
    <Field
      label={say.on}
      error={form.formState.errors.month_day?.message}
      hint={day > 28 && day < 31 ? say.inAShorterMonthOn : undefined}
    >
      {(field) => (
        <Select {...field} {...form.register("month_day")}>
          {Array.from({ length: 30 }, (_, index) => (
            <option key={ordinal(index + 1)} value={index + 1}>
              {say.theDay(ordinal(index + 1))}
            </option>
          ))}
          <option value={31}>{say.theLastDay}</option>
        </Select>
      )}
    </Field>
  );
}

/** {{ }} as an author writes it, so that it reads as code. */
const Tag = ({ children }: { children: ReactNode }) => <code className="whitespace-nowrap font-mono">{children}</code>;

function FeedFields({ form }: { form: Form }) {
  return (
    <div className="grid gap-4">
      <Checkbox label={say.onlyWhenThisFeedHas} hint={say.anIssueWithoutNewsIs} {...form.register("only_news")} />
      {form.watch("only_news") ? (
        <Field
          label={say.feedAddress}
          error={form.formState.errors.feed_url?.message}
          hint={<Rich text={say.feedHint} parts={{ tag: (inner) => <Tag>{`{{ ${inner} }}`}</Tag> }} />}
        >
          {(field) => (
            <Input
              {...field}
              {...form.register("feed_url")}
              type="url"
              inputMode="url"
              placeholder="https://example.com/feed.xml"
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

/** Whether and how the campaign comes again. */
export function RepeatFields({ form }: { form: Form }) {
  const frequency = form.watch("frequency");
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={say.repeat}
        error={errors.frequency?.message}
        hint={frequency === "never" ? undefined : say.theFirstIssueLeavesAt}
      >
        {(field) => (
          <Select {...field} {...form.register("frequency")}>
            <option value="never">{say.never}</option>
            <option value="daily">{say.daily}</option>
            <option value="weekly">{say.weekly}</option>
            <option value="monthly">{say.monthly}</option>
          </Select>
        )}
      </Field>
      {frequency === "never" ? null : (
        <div className="grid gap-5 rounded-card border border-line p-4">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={say.everyHowManyFrequency(units[frequency])} error={errors.interval?.message}>
              {(field) => (
                <Input {...field} {...form.register("interval")} type="number" inputMode="numeric" min={1} max={99} />
              )}
            </Field>
            {frequency === "monthly" ? <MonthDay form={form} /> : null}
          </div>
          {frequency === "weekly" ? <Weekdays form={form} /> : null}
          <Field label={say.until} optional error={errors.until?.message} hint={say.theLastDayAnIssue}>
            {(field) => <Input {...field} {...form.register("until")} type="date" />}
          </Field>
          <FeedFields form={form} />
        </div>
      )}
    </>
  );
}
