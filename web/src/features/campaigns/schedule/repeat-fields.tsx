import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Checkbox, Field, Input, Select } from "@/ui/field";
import type { ScheduleForm } from "./form";
import { ordinal, weekdayNames } from "./words";

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
      <legend className="mb-1.5 text-13 font-medium">On</legend>
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
      label="On"
      error={form.formState.errors.month_day?.message}
      hint={day > 28 && day < 31 ? "In a shorter month, on its last day." : undefined}
    >
      {(field) => (
        <Select {...field} {...form.register("month_day")}>
          {Array.from({ length: 30 }, (_, index) => (
            <option key={ordinal(index + 1)} value={index + 1}>
              the {ordinal(index + 1)}
            </option>
          ))}
          <option value={31}>the last day</option>
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
      <Checkbox
        label="Only when this feed has something new"
        hint="An issue without news is left out; the next one is looked at in its turn."
        {...form.register("only_news")}
      />
      {form.watch("only_news") ? (
        <Field
          label="Feed address"
          error={form.formState.errors.feed_url?.message}
          hint={
            <>
              RSS or Atom. <Tag>{"{{ feed.items }}"}</Tag> in the content is replaced by the new entries,{" "}
              <Tag>{"{{ item.title }}"}</Tag> in the subject by the newest one’s title.
            </>
          }
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
        label="Repeat"
        error={errors.frequency?.message}
        hint={
          frequency === "never"
            ? undefined
            : "The first issue leaves at the date above, the next ones by this rule. Each is a campaign of its own."
        }
      >
        {(field) => (
          <Select {...field} {...form.register("frequency")}>
            <option value="never">Never</option>
            <option value="daily">Daily</option>
            <option value="weekly">Weekly</option>
            <option value="monthly">Monthly</option>
          </Select>
        )}
      </Field>
      {frequency === "never" ? null : (
        <div className="grid gap-5 rounded-card border border-line p-4">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={`Every how many ${units[frequency]}`} error={errors.interval?.message}>
              {(field) => (
                <Input {...field} {...form.register("interval")} type="number" inputMode="numeric" min={1} max={99} />
              )}
            </Field>
            {frequency === "monthly" ? <MonthDay form={form} /> : null}
          </div>
          {frequency === "weekly" ? <Weekdays form={form} /> : null}
          <Field
            label="Until"
            optional
            error={errors.until?.message}
            hint="The last day an issue may leave. Left empty, it goes on until you cancel it."
          >
            {(field) => <Input {...field} {...form.register("until")} type="date" />}
          </Field>
          <FeedFields form={form} />
        </div>
      )}
    </>
  );
}
